import type { Page } from 'playwright-core';
import {
  type AccountRole,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import {
  accessibilityProblems,
  overflowsSideways,
  type PageOptions,
  PHONE,
  startBrowser,
  type TestBrowser,
} from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const TRACES = [newTraceId(), newTraceId()] as const;

describe('the annotations of an open trace', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      TRACES.map((traceId, index) => ({
        traceId,
        project: 'shop',
        name: `answer ${index}`,
        attributes: { 'session.id': `chat ${index}` },
      })),
      bearer(server.accounts.MEMBER.key),
    );
    const { body } = await server.request
      .get('/v1/projects/shop')
      .set(bearer(server.accounts.MEMBER.key));
    project = body.data.id;
    await anAnnotationConfig(server, {
      name: 'correctness',
      projects: await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'shop'"),
    });
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  function open(role: AccountRole, path: string, options: PageOptions = {}): Promise<Page> {
    return browser.open(`${server.url}/projects/${project}/${path}`, {
      ...options,
      cookie: server.accounts[role].cookie,
    });
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Annotate', exact: true });
  const label = (page: Page, name: string, pressed: boolean) =>
    panel(page).getByRole('button', { name, pressed }).waitFor();
  const saved = (page: Page) => panel(page).getByText('Saved', { exact: true }).waitFor();

  async function annotationsOf(kind: string): Promise<{ label: string | null }[]> {
    const { body } = await server.request
      .get(`/v1/projects/shop/${kind}_annotations`)
      .query({ [`${kind}_ids`]: TRACES })
      .set(bearer(server.accounts.MEMBER.key))
      .expect(200);
    return body.data.map((item: { result: { label: string | null } }) => item.result);
  }

  it('are given to one trace after another with the keyboard, and undone', async () => {
    const page = await open('MEMBER', 'traces');
    await page.getByRole('link', { name: 'answer 1' }).click();
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    await page.keyboard.press('e');
    await label(page, 'good', false);
    expect(new URL(page.url()).searchParams.get('judge')).toBe('span');
    await panel(page).getByText('Trace', { exact: true }).click();
    await page.keyboard.press('1');
    await label(page, 'good', true);
    await saved(page);
    await page.keyboard.press('j');
    await page.waitForURL(new RegExp(TRACES[0]));
    await label(page, 'good', false);
    await page.keyboard.press('2');
    await label(page, 'bad', true);
    await saved(page);
    const labels = (await annotationsOf('trace')).map(({ label }) => label ?? '');
    expect(labels.toSorted()).toEqual(['bad', 'good']);
    await page.keyboard.press('u');
    await label(page, 'bad', false);
    await eventually('the undo', async () => (await annotationsOf('trace')).length === 1);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
  });

  it('include notes, which their author can delete', async () => {
    const page = await open('MEMBER', `traces/${TRACES[0]}`);
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    await page.keyboard.press('n');
    await panel(page).getByRole('textbox', { name: 'New note' }).waitFor();
    await panel(page).locator('textarea:focus[aria-label="New note"]').waitFor();
    await page.keyboard.type('first line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await page.keyboard.press('Enter');
    const notes = panel(page).getByRole('list', { name: 'Notes' });
    await notes.getByText('first line').waitFor();
    await panel(page).getByRole('button', { name: 'Delete note' }).click();
    await notes.getByText('first line').waitFor({ state: 'detached' });
  });

  it('keep a note that the server refuses, and say so', async () => {
    const page = await open('MEMBER', `traces/${TRACES[0]}?judge=trace`);
    const field = panel(page).getByRole('textbox', { name: 'New note' });
    await field.waitFor();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('NoteTrace') ? route.abort() : route.continue(),
    );
    await field.fill('keep me');
    await field.press('Enter');
    await panel(page)
      .getByText(/^Not saved/)
      .waitFor();
    expect(await field.inputValue()).toBe('keep me');
    // The browser logs the request that the test aborted.
    browser.errors.splice(0);
  });

  it('are read but not changed by viewers, who see who gave them', async () => {
    const page = await open('VIEWER', `traces/${TRACES[1]}?judge=trace`);
    await panel(page)
      .getByRole('list', { name: 'Annotations by others' })
      .getByText('good')
      .waitFor();
    expect(await panel(page).getByRole('button', { name: 'good' }).isDisabled()).toBe(true);
    expect(await panel(page).getByRole('textbox', { name: 'New note' }).count()).toBe(0);
  });

  it('are open beside a session', async () => {
    const page = await open('MEMBER', 'sessions');
    await page.getByRole('link', { name: 'chat 1' }).click();
    await page.getByRole('heading', { name: 'chat 1' }).waitFor();
    await page.keyboard.press('e');
    await label(page, 'good', false);
    await page.keyboard.press('1');
    await label(page, 'good', true);
    await saved(page);
    await page.reload();
    await label(page, 'good', true);
  });

  it.each(['light', 'dark'] as const)('fit a phone and are accessible in %s', async (scheme) => {
    const page = await open('MEMBER', `traces/${TRACES[1]}?judge=trace`, {
      viewport: PHONE,
      colorScheme: scheme,
    });
    await label(page, 'good', true);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
  });
});
