import type { Page } from 'playwright-core';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

/** Number of traces of the project, each in a session of its own. */
const COUNT = 6;

describe('a review queue', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let ann: Account;
  let ben: Account;
  let project: string;
  let configId: string;
  let traceIds: string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    ann = server.accounts.MEMBER;
    ben = await server.createAccount('MEMBER');
    await addTraces(COUNT);
    const [shop] = await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'shop'");
    const { id } = shop!;
    project = globalId('Project', id);
    const config = await anAnnotationConfig(server, { name: 'correctness', projects: [{ id }] });
    configId = globalId('CategoricalAnnotationConfig', config.id);
    traceIds = await listTraces();
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => {
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const addTraces = (count: number) =>
    sendTraces(
      server.url,
      Array.from({ length: count }, (_, index) => ({
        traceId: newTraceId(),
        project: 'shop',
        name: `answer ${index}`,
        attributes: { 'session.id': `chat ${index}` },
      })),
      bearer(ann.key),
    );
  async function listTraces(): Promise<string[]> {
    const rows = await server.sql<{ id: number }>('SELECT id FROM traces ORDER BY trace_id');
    return rows.map((row) => globalId('Trace', row.id));
  }
  const open = (account: Account, path: string, isolated = false): Promise<Page> =>
    browser.open(`${server.url}/projects/${project}/${path}`, {
      cookie: account.cookie,
      isolated,
    });
  async function aQueue(name: string, targetIds: string[]): Promise<string> {
    const { data, errors } = await server.gqlAs<{ done: { annotationQueue: { id: string } } }>(
      cookieOf(ann),
      `mutation ($input: CreateAnnotationQueueInput!) {
         done: createAnnotationQueue(input: $input) { annotationQueue { id } } }`,
      {
        input: {
          projectId: project,
          name,
          target: 'TRACE',
          annotationConfigIds: [configId],
          source: { targetIds },
        },
      },
    );
    expect(errors).toBeUndefined();
    return data!.done.annotationQueue.id;
  }
  const atItem = (page: Page, number: number) =>
    page.getByText(`Item ${number}`, { exact: true }).waitFor();
  const done = (page: Page, text: string) =>
    page.getByText(text, { exact: true }).first().waitFor();
  const title = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

  it('is created and judged with the keyboard alone', async () => {
    const page = await open(ann, 'review');
    await page.getByRole('heading', { name: 'No review queues yet' }).waitFor();
    await page.getByRole('button', { name: 'New queue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('correctness').waitFor();
    await page.keyboard.type('All answers');
    await page.keyboard.press('Enter');
    await title(page, 'All answers');
    for (let number = 1; number <= COUNT; number++) {
      await atItem(page, number);
      await done(page, `${number - 1} of ${COUNT}`);
      await page.keyboard.press(number % 2 === 0 ? '2' : '1');
      await page.keyboard.press('Enter');
    }
    await title(page, 'All done');
    await done(page, `${COUNT} of ${COUNT}`);
    const stored = await server.sql(
      `SELECT label, count(*) FROM trace_annotations WHERE user_id = $1 GROUP BY label ORDER BY label`,
      [ann.userId],
    );
    expect(stored).toEqual([
      { label: 'bad', count: COUNT / 2 },
      { label: 'good', count: COUNT / 2 },
    ]);
  });

  it('never gives two people the same item, and shows what others have open', async () => {
    const id = await aQueue('Shared', traceIds.slice(0, 2));
    const mine = await open(ann, `review/${id}`);
    await atItem(mine, 1);
    const theirs = await open(ben, `review/${id}`, true);
    await atItem(theirs, 2);
    await theirs.keyboard.press('k');
    await theirs.getByText(`${ann.username} has this item open.`, { exact: false }).waitFor();
    expect(await theirs.getByRole('button', { name: 'good' }).count()).toBe(0);
    await theirs.keyboard.press('Enter');
    await atItem(theirs, 2);
    await mine.keyboard.press('1');
    await mine.keyboard.press('Enter');
    await title(mine, 'Nothing left for you');
    await mine.getByText('Others are judging 1 remaining item', { exact: false }).waitFor();
    await theirs.goto(`${server.url}/projects`);
    // Who leaves the page gives up the item at once.
    await eventually('the release', async () => {
      const rows = await server.sql('SELECT FROM annotation_queue_reviews WHERE reviewer_id = $1', [
        ben.userId,
      ]);
      return rows.length === 0;
    });
    await mine.reload();
    await atItem(mine, 2);
  });

  it('is filled with the selected rows of a list, or created for them, and deleted', async () => {
    await aQueue('Half full', traceIds.slice(0, 1));
    const page = await open(ann, 'traces');
    const add = page.getByRole('button', { name: 'Add to review queue…' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('row').filter({ hasText: 'answer' }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all', exact: false }).first().click();
    await add.click();
    await dialog.getByLabel('Review queue').selectOption({ label: 'Half full (0 of 1 done)' });
    await dialog.getByRole('button', { name: 'Add to queue' }).click();
    await page.getByText('1 other was already in it.', { exact: false }).waitFor();

    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'chat' }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all', exact: false }).first().click();
    await add.click();
    await dialog.getByLabel('Name').fill('Conversations');
    await dialog.getByRole('button', { name: 'Create queue' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Conversations' })
      .getByRole('button', { name: 'Open queue' })
      .click();
    await done(page, `0 of ${COUNT}`);
    await atItem(page, 1);
    await page.getByText('Turn 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'good', pressed: false }).waitFor();

    await page.getByRole('link', { name: 'All review queues' }).click();
    await done(page, `0 of ${COUNT}`);
    await page.getByRole('button', { name: 'Actions for Conversations' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog.getByLabel('Name').fill('Renamed');
    await dialog.getByLabel('Judgments per item').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Renamed' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete queue' }).click();
    await page.getByRole('link', { name: 'Renamed' }).waitFor({ state: 'detached' });
  });

  it('loses no judgment of somebody who types as fast as keys can be sent', async () => {
    await addTraces(14 - COUNT);
    const items = await listTraces();
    const eve = await server.createAccount('MEMBER');
    const page = await open(eve, `review/${await aQueue('In a hurry', items)}`, true);
    await atItem(page, 1);
    const labels = items.map((_, index) => (index % 3 === 0 ? '2' : '1'));
    for (const label of labels) {
      await page.keyboard.press(label);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: 'All done' }).waitFor({ timeout: 60_000 });
    const stored = await server.sql<{ label: string }>(
      `SELECT a.label FROM trace_annotations a JOIN traces t USING (trace_id)
        WHERE a.user_id = $1 ORDER BY t.trace_id`,
      [eve.userId],
    );
    expect(stored.map(({ label }) => label)).toEqual(
      labels.map((label) => (label === '1' ? 'good' : 'bad')),
    );
  }, 120_000);
});
