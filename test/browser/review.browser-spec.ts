import type { Page } from 'playwright-core';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const COUNT = 50;
const TRACES = Array.from({ length: COUNT }, newTraceId);

describe('a review queue', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let ann: Account;
  let ben: Account;
  let viewer: Account;
  let project: string;
  let configId: string;
  let traceIds: string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    ann = server.accounts.MEMBER;
    viewer = server.accounts.VIEWER;
    ben = await server.createAccount('MEMBER');
    await sendTraces(
      server.url,
      TRACES.map((traceId, index) => ({
        traceId,
        project: 'shop',
        name: `answer ${index}`,
        attributes: { 'session.id': `chat ${index % 5}` },
      })),
      bearer(ann.key),
    );
    const [{ id }] = (await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'shop'",
    )) as [{ id: number }];
    project = globalId('Project', id);
    const config = await anAnnotationConfig(server, { name: 'correctness', projects: [{ id }] });
    configId = globalId('CategoricalAnnotationConfig', config.id);
    const rows = await server.sql<{ id: number }>('SELECT id FROM traces ORDER BY trace_id');
    traceIds = rows.map((row) => globalId('Trace', row.id));
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM trace_annotations');
  });
  afterEach(() => {
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const open = (account: Account, path: string, isolated = false): Promise<Page> =>
    browser.open(`${server.url}/projects/${project}/review${path}`, {
      cookie: account.cookie,
      isolated,
    });

  async function send<T>(account: Account, query: string, variables: Record<string, unknown>) {
    const { data, errors } = await server.gqlAs<T>(cookieOf(account), query, variables);
    expect(errors).toBeUndefined();
    return data!;
  }
  async function aQueue(name: string, given: object = {}): Promise<string> {
    const { created } = await send<{ created: { annotationQueue: { id: string } } }>(
      ann,
      `mutation ($input: CreateAnnotationQueueInput!) {
         created: createAnnotationQueue(input: $input) { annotationQueue { id } } }`,
      {
        input: {
          projectId: project,
          name,
          target: 'TRACE',
          annotationConfigIds: [configId],
          source: { targetIds: traceIds.slice(0, 3) },
          ...given,
        },
      },
    );
    return created.annotationQueue.id;
  }
  /** Judges the next item of an account over the API. @returns the ID of the item. */
  async function judge(account: Account, queueId: string, label: string): Promise<string> {
    type Claim = { step: { annotationQueueItem: { id: string; trace: { id: string } } } };
    const { step } = await send<Claim>(
      account,
      `mutation ($id: ID!) { step: claimNextAnnotationQueueItem(input: { annotationQueueId: $id }) {
         annotationQueueItem { id trace { id } } } }`,
      { id: queueId },
    );
    const { id, trace } = step.annotationQueueItem;
    await send(
      account,
      `mutation ($id: ID!, $traceId: ID!, $label: String!) {
         createTraceAnnotations(input: [{ traceId: $traceId, name: "correctness", label: $label,
           annotatorKind: HUMAN, source: APP, metadata: {} }]) { __typename }
         finishAnnotationQueueItem(input: { annotationQueueItemId: $id }) { __typename } }`,
      { id, traceId: trace.id, label },
    );
    return id;
  }
  const atItem = (page: Page, number: number) =>
    page.getByText(`Item ${number}`, { exact: true }).waitFor();
  const done = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
  const label = (page: Page, name: string, pressed: boolean) =>
    page.getByRole('button', { name, pressed }).waitFor();
  const title = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

  it('of fifty traces is created and judged with the keyboard alone', async () => {
    const page = await open(ann, '');
    await page.getByRole('heading', { name: 'No review queues yet' }).waitFor();
    await page.getByRole('button', { name: 'New queue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('correctness').waitFor();
    await page.keyboard.type('Fifty');
    await page.keyboard.press('Enter');
    await title(page, 'Fifty');
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
      { label: 'bad', count: 25 },
      { label: 'good', count: 25 },
    ]);
  });

  it('is not finished without a judgment, and returns to what was skipped', async () => {
    const id = await aQueue('Skipped');
    const page = await open(ann, `/${id}`);
    await atItem(page, 1);
    await page.keyboard.press('Enter');
    await page.getByText('You have not judged this item yet.', { exact: false }).waitFor();
    await page.keyboard.press('s');
    await atItem(page, 2);
    await page.keyboard.press('ArrowLeft');
    await atItem(page, 1);
    expect(new URL(page.url()).searchParams.get('item')).not.toBeNull();
    await page.keyboard.press('j');
    await atItem(page, 2);
    // An explanation alone is a judgment, too.
    await page.getByRole('textbox', { name: 'correctness: explanation' }).fill('Too short');
    await page.keyboard.press('Control+Enter');
    await atItem(page, 3);
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await atItem(page, 1);
    await page.keyboard.press('s');
    await page.getByText('No other item is left for you.').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await title(page, 'All done');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Skip the item', { exact: false }).waitFor();
  });

  it('never gives two people the same item, and shows what others have open', async () => {
    const id = await aQueue('Shared', { source: { targetIds: traceIds.slice(0, 2) } });
    const mine = await open(ann, `/${id}`);
    await atItem(mine, 1);
    const theirs = await open(ben, `/${id}`, true);
    await atItem(theirs, 2);
    await theirs.keyboard.press('k');
    await theirs.getByText(`${ann.username} has this item open.`, { exact: false }).waitFor();
    expect(await theirs.getByRole('button', { name: 'good' }).count()).toBe(0);
    await theirs.keyboard.press('Enter');
    await atItem(theirs, 2);
    await mine.keyboard.press('1');
    await mine.keyboard.press('Enter');
    await title(mine, 'Nothing left for you');
    await mine.getByText('Others are judging the 1 item that remain', { exact: false }).waitFor();
    await theirs.goto(`${server.url}/projects`);
    await mine.getByRole('button', { name: 'Continue judging' }).click();
    await atItem(mine, 2);
  });

  it('keeps what was typed if somebody else took the item', async () => {
    const id = await aQueue('Lost', { source: { targetIds: traceIds.slice(0, 2) } });
    const page = await open(ann, `/${id}`);
    await atItem(page, 1);
    await server.sql(
      "UPDATE annotation_queue_reviews SET claimed_until = now() - interval '1 second' WHERE reviewer_id = $1",
      [ann.userId],
    );
    await judge(ben, id, 'good');
    const text = page.getByRole('textbox', { name: 'correctness: explanation' });
    await text.fill('Half a thou');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your ten minutes for this item ran out', { exact: false }).waitFor();
    expect(await text.inputValue()).toBe('Half a thou');
    await page.keyboard.press('Control+Enter');
    await atItem(page, 2);
  });

  it('goes on if its trace is deleted', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ traceId, project: 'shop', name: 'gone' }], bearer(ann.key));
    const [row] = await server.sql<{ id: number }>('SELECT id FROM traces WHERE trace_id = $1', [
      traceId,
    ]);
    const targetIds = [globalId('Trace', row!.id), traceIds[0]];
    const id = await aQueue('Deleted', { source: { targetIds } });
    const page = await open(ann, `/${id}`);
    await atItem(page, 1);
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    const link = page.url();
    await server.request
      .delete(`/v1/traces/${traceId}`)
      .set(bearer(server.accounts.ADMIN.key))
      .expect(204);
    await page.keyboard.press('s');
    await title(page, 'This item is no longer in the queue');
    await page.getByRole('button', { name: 'Next item', exact: true }).click();
    await done(page, '0 of 1');
    await atItem(page, 1);
    await page.goto(link);
    await title(page, 'This item is no longer in the queue');
  });

  it('shows how much two people agree, and opens what they judged differently', async () => {
    const id = await aQueue('Compared', { judgmentsPerItem: 2 });
    for (const [account, labels] of [
      [ann, ['good', 'bad', 'bad']],
      [ben, ['good', 'bad', 'good']],
    ] as const) {
      for (const given of labels) await judge(account, id, given);
    }
    const page = await open(ann, '');
    const row = page.getByRole('row').filter({ hasText: 'Compared' });
    await row.getByText('correctness 67%').waitFor();
    await row.getByText(`${ann.username} (3)`, { exact: false }).waitFor();
    await row.getByRole('link', { name: 'Compared' }).click();
    await title(page, 'All done');
    const card = page.getByRole('region', { name: 'Agreement' });
    await card.getByText('From 3 items that 2 people judged.').waitFor();
    await card.getByText('Cohen’s kappa').waitFor();
    await card.getByText('1 item with different judgments').click();
    await card.getByRole('link', { name: 'Item 3' }).click();
    await atItem(page, 3);
    await label(page, 'bad', true);
    await page.getByRole('list', { name: 'Other annotations' }).getByText('good').waitFor();
  });

  it('is changed and deleted by its creator, and only read by viewers', async () => {
    const id = await aQueue('Temporary');
    const read = await open(viewer, '');
    await read.getByRole('link', { name: 'Temporary' }).waitFor();
    expect(await read.getByRole('button', { name: 'New queue' }).count()).toBe(0);
    await read.getByRole('button', { name: 'Actions for Temporary' }).click();
    await read.getByRole('menuitem', { name: 'Summary' }).waitFor();
    expect(await read.getByRole('menuitem').count()).toBe(1);
    await read.getByRole('menuitem', { name: 'Summary' }).click();
    await read.getByText('Not enough judgments.', { exact: false }).waitFor();
    await read.getByRole('button', { name: 'Read the items' }).click();
    await atItem(read, 1);
    expect(await read.getByRole('button', { name: 'Finish' }).count()).toBe(0);
    await read.keyboard.press('j');
    await atItem(read, 2);
    expect(
      await server.sql('SELECT FROM annotation_queue_reviews r WHERE r.reviewer_id = $1', [
        viewer.userId,
      ]),
    ).toEqual([]);

    const page = await open(ann, '');
    await page.getByRole('button', { name: 'Actions for Temporary' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Renamed');
    await page.getByRole('dialog').getByLabel('Judgments per item').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Renamed' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete queue' }).click();
    await page.getByRole('link', { name: 'Renamed' }).waitFor({ state: 'detached' });
    await page.goto(`${server.url}/projects/${project}/review/${id}`);
    await title(page, 'Review queue not found');
  });

  it('looks right on every screen', async () => {
    const id = await aQueue('Appearance', { description: 'Judge the last answer only.' });
    const page = await open(ann, '');
    await page.getByRole('link', { name: 'Appearance' }).waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
    await page.goto(`${server.url}/projects/${project}/review/${id}`);
    await label(page, 'good', false);
    expect(await appearanceProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('Nobody has', { exact: false }).or(page.getByRole('table')).waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
  });
});
