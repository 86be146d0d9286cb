import type { Page } from 'playwright-core';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { interceptRequests } from '../support/intercept-requests.js';
import { sendTraces } from '../support/send-traces.js';

const NAMES = ['first', 'second', 'third'];

describe('annotating selected rows', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      NAMES.map((name, index) => ({
        traceId: String(index + 1).repeat(32),
        spanId: String(index + 1).repeat(16),
        project: 'shop',
        name,
        attributes: { 'session.id': `chat ${name}` },
      })),
      bearer(server.accounts.MEMBER.key),
    );
    const { body } = await server.request
      .get('/v1/projects/shop')
      .set(bearer(server.accounts.MEMBER.key));
    project = `${server.url}/projects/${body.data.id}`;
    const [{ id }] = (await server.sql<{ id: number }>(
      `SELECT id FROM projects WHERE name = 'shop'`,
    )) as [{ id: number }];
    await anAnnotationConfig(server, { name: 'quality', projects: [{ id }] });
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    for (const kind of ['span', 'trace', 'session']) {
      await server.sql(`DELETE FROM ${kind}_annotations`);
    }
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = async (tab: string, role: 'MEMBER' | 'VIEWER' = 'MEMBER') => {
    const page = await browser.open(`${project}/${tab}`, { cookie: server.accounts[role].cookie });
    await page.getByRole('row').nth(3).waitFor();
    return page;
  };
  const select = async (page: Page, ...names: string[]) => {
    for (const name of names) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
    }
  };
  const labels = (kind: string) =>
    server.sql(`SELECT label, explanation FROM ${kind}_annotations ORDER BY target_id`);

  it.each([
    ['spans', 'span', ''],
    ['traces', 'trace', ''],
    ['sessions', 'session', 'chat '],
  ])(
    'gives the same annotation to all selected %s, with the keyboard',
    async (tab, noun, prefix) => {
      const page = await open(tab);
      await select(page, `${prefix}first`, `${prefix}third`);
      await page.keyboard.press('e');
      const dialog = page.getByRole('dialog', { name: `Annotate 2 ${noun}s` });
      await dialog.getByRole('button', { name: 'good' }).waitFor();
      const save = dialog.getByRole('button', { name: `Annotate 2 ${noun}s` });
      expect(await save.isDisabled()).toBe(true);
      await page.keyboard.press('1');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Because.');
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const annotated = { label: 'good', explanation: 'Because.' };
      expect(await labels(noun)).toEqual([annotated, annotated]);
      await page
        .getByRole('row')
        .filter({ hasText: `${prefix}third` })
        .getByRole('button', { name: /quality\s*good/ })
        .waitFor();
    },
  );

  it.each([
    ['spans', 'second'],
    ['traces', 'second'],
    ['sessions', 'chat second'],
  ])('opens the focused row of %s with its annotations if none is selected', async (tab, name) => {
    const page = await open(tab);
    await page.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('e');
    const panel = page.getByRole('region', { name: 'Annotate' });
    await panel.getByRole('button', { name: 'good' }).waitFor();
    expect(new URL(page.url()).searchParams.get('judge')).toBe(tab.slice(0, -1));
  });

  it('says how many it replaces, and restores them', async () => {
    const page = await open('spans');
    await select(page, 'first');
    await annotate(page, 'bad');
    await page.getByText('1 span annotated.').waitFor();
    await select(page, 'second');
    await page.getByRole('button', { name: 'Annotate…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'good' }).click();
    await dialog.getByText('1 span already has your annotation. It will be replaced.').waitFor();
    await dialog.getByRole('button', { name: 'Annotate 2 spans' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await labels('span')).toMatchObject([{ label: 'good' }, { label: 'good' }]);
    await page.getByText('2 spans annotated.').waitFor();
    await page.keyboard.press('u');
    await page.getByText('Your previous annotations were restored.').waitFor();
    expect(await labels('span')).toMatchObject([{ label: 'bad' }]);
  });

  it('names the rows that could not be annotated, and tries them again', async () => {
    const page = await open('spans');
    await select(page, 'first', 'second');
    let isRefused = true;
    await interceptRequests(page, '**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON() as Request;
      if (!isRefused || !query.includes('setOwnAnnotations')) return route.fallback();
      isRefused = false;
      const [refused, ...others] = variables.input;
      const response = await route.fetch({
        postData: JSON.stringify({ query, variables: { input: others } }),
      });
      const answer = (await response.json()) as Answer;
      answer.data.setOwnAnnotations.failures.push({
        ...refused!,
        message: 'The database is busy.',
      });
      return route.fulfill({ response, json: answer });
    });
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'good' }).click();
    await dialog.getByRole('button', { name: 'Annotate 2 spans' }).click();
    await dialog.getByText('1 annotation could not be saved.').waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^(first|second), quality: The database is busy\.$/),
    ]);
    expect(await labels('span')).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await labels('span')).toHaveLength(2);
  });

  it('is not offered to viewers', async () => {
    const page = await open('sessions', 'VIEWER');
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});

interface Item {
  targetId: string;
  name: string;
}

interface Request {
  query: string;
  variables: { input: Item[] };
}

interface Answer {
  data: { setOwnAnnotations: { failures: (Item & { message: string })[] } };
}

async function annotate(page: Page, label: string): Promise<void> {
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: label }).click();
  await dialog.getByRole('button', { name: /^Annotate/ }).click();
  await dialog.waitFor({ state: 'detached' });
}
