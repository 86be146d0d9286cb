import type { Page } from 'playwright-core';
import {
  type AccountRole,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { type PageOptions, startBrowser, type TestBrowser } from '../support/browser.js';
import { globalId } from '../support/global-id.js';
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
    const projects = await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'shop'",
    );
    await anAnnotationConfig(server, { name: 'correctness', projects });
    await anAnnotationConfig(server, {
      name: 'helpfulness',
      type: 'CONTINUOUS',
      lower_bound: 0,
      upper_bound: 10,
      projects,
    });
    await anAnnotationConfig(server, { name: 'advice', type: 'FREEFORM', projects });
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
    panel(page).locator('[aria-busy=false]').getByRole('button', { name, pressed }).waitFor();
  const saved = (page: Page) => panel(page).getByText('Saved', { exact: true }).waitFor();

  async function annotationsOf(
    kind: string,
  ): Promise<{ label: string | null; score: number | null; explanation: string | null }[]> {
    const { body } = await server.request
      .get(`/v1/projects/shop/${kind}_annotations`)
      .query({ [`${kind}_ids`]: TRACES })
      .set(bearer(server.accounts.MEMBER.key))
      .expect(200);
    return body.data.map((item: { result: object }) => item.result);
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
    // The label is for the next trace, although that has not loaded yet.
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.waitForURL(new RegExp(TRACES[0]));
    await label(page, 'bad', true);
    await saved(page);
    await panel(page)
      .locator('button:focus', { hasText: /good|bad/ })
      .waitFor();
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

  it('are given to config after config with keys, as scores and texts', async () => {
    const page = await open('MEMBER', `traces/${TRACES[0]}?judge=span`);
    await label(page, 'good', false);
    await panel(page).locator('button:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await panel(page).locator('input[type=range]:focus').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    const score = panel(page).getByRole('textbox', { name: 'helpfulness: score' });
    expect(await score.inputValue()).toBe('2');
    await saved(page);
    await score.fill('11');
    await page.keyboard.press('Enter');
    await panel(page).getByText('Enter a number from 0 to 10.').waitFor();
    await score.fill('7.5');
    await page.keyboard.press('Enter');
    await panel(page).locator('fieldset:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await panel(page).locator('textarea:focus').waitFor();
    await page.keyboard.type('just 1 example');
    await page.keyboard.press('Escape');
    await panel(page).locator('fieldset:focus').waitFor();
    await saved(page);
    expect(new URL(page.url()).pathname).toContain(TRACES[0]);
    const { body } = await server.request
      .get('/v1/projects/shop/span_annotations')
      .query({ identifier: `app:${globalId('User', server.accounts.MEMBER.userId)}` })
      .set(bearer(server.accounts.MEMBER.key));
    expect(
      body.data.map((item: { name: string; result: object }) => [item.name, item.result]),
    ).toEqual([
      ['advice', { label: null, score: null, explanation: 'just 1 example' }],
      ['helpfulness', { label: null, score: 7.5, explanation: null }],
    ]);
  });

  it('keep their explanation when the label is removed, and restore it by undo', async () => {
    const page = await open('MEMBER', `traces/${TRACES[1]}?judge=session`);
    const explanation = panel(page).getByRole('textbox', { name: 'correctness: explanation' });
    await label(page, 'good', false);
    await page.keyboard.press('1');
    await label(page, 'good', true);
    await explanation.fill('It names all conditions.');
    await explanation.blur();
    await panel(page).getByRole('button', { name: 'good' }).click();
    await label(page, 'good', false);
    expect(await explanation.inputValue()).toBe('It names all conditions.');
    await page.keyboard.press('u');
    await label(page, 'good', true);
    await saved(page);
    await explanation.fill('Wrong.');
    await explanation.blur();
    await saved(page);
    await page.keyboard.press('u');
    await eventually('the undo', async () =>
      (await explanation.inputValue()).startsWith('It names'),
    );
    await saved(page);
  });

  it('give the focus back to where it was', async () => {
    const page = await open('MEMBER', `traces/${TRACES[0]}`);
    const row = page.getByRole('tree', { name: 'Spans' });
    await row.focus();
    await page.keyboard.press('e');
    await panel(page).locator('button:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[role=tree]:focus, [role=tree] :focus').waitFor();
    await page.getByRole('button', { name: 'Annotate (e)' }).click();
    await panel(page).locator('button:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus[aria-label="Annotate (e)"]').waitFor();
  });

  it('are read but not changed by viewers, who see who gave them', async () => {
    const page = await open('VIEWER', `traces/${TRACES[0]}?judge=span`);
    const listed = panel(page).getByRole('list', { name: 'Annotations' });
    const text = (await listed.getByRole('listitem').first().textContent()) ?? '';
    expect(text).toMatch(/^helpfulness 7\.5.+ · Person · web app · /);
    expect(await panel(page).getByRole('textbox').count()).toBe(0);
    expect(await panel(page).getByRole('group').count()).toBe(0);
  });

  it('begin with a new config in a project without any', async () => {
    const traceId = newTraceId();
    const { key } = server.accounts.MEMBER;
    await sendTraces(server.url, [{ traceId, project: 'new' }], bearer(key));
    const { body } = await server.request.get('/v1/projects/new').set(bearer(key));
    const path = `../${body.data.id}/traces/${traceId}?judge=span`;
    const viewing = await open('VIEWER', path);
    await panel(viewing)
      .getByText(/Ask a member/)
      .waitFor();
    const page = await open('MEMBER', path);
    await panel(page).getByRole('button', { name: 'Add config' }).click();
    await page.getByRole('menuitem', { name: 'correctness' }).click();
    await label(page, 'good', false);
    await panel(page).getByRole('button', { name: 'Add config' }).click();
    await page.getByRole('menuitem', { name: 'New config…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New annotation config' });
    await dialog.locator('input:focus').press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await panel(page).locator('button:focus', { hasText: 'Add config' }).press('Enter');
    await page.getByRole('menuitem', { name: 'New config…' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('remarks');
    await dialog.getByText('Free text').click();
    await dialog.getByRole('button', { name: 'Create config' }).click();
    await panel(page).getByRole('textbox', { name: 'remarks: text' }).waitFor();
  });

  it('are open beside a session', async () => {
    const page = await open('MEMBER', 'sessions');
    await page.getByRole('link', { name: 'chat 0' }).click();
    await page.getByRole('heading', { name: 'chat 0' }).waitFor();
    await page.keyboard.press('e');
    await label(page, 'good', false);
    await page.keyboard.press('1');
    await label(page, 'good', true);
    await saved(page);
    await page.reload();
    await label(page, 'good', true);
  });
});
