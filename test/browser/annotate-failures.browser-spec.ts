import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { failRequests } from '../support/failing-requests.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('annotations that cannot be saved', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let trace: string;
  let alone: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    const [traceId, aloneId] = [newTraceId(), newTraceId()];
    await sendTraces(server.url, [
      { traceId, project: 'shop', attributes: { 'session.id': 'chat' } },
      { traceId: aloneId, project: 'shop' },
    ]);
    const projects = await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'shop'",
    );
    await anAnnotationConfig(server, { name: 'correctness', projects });
    const { body } = await server.request.get('/v1/projects/shop');
    const traces = `${server.url}/projects/${body.data.id}/traces`;
    [trace, alone] = [`${traces}/${traceId}`, `${traces}/${aloneId}`];
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = (search: string) => browser.open(trace + search);
  const panel = (page: Page) => page.getByRole('region', { name: 'Annotate', exact: true });
  const label = (page: Page, name: string, pressed: boolean) =>
    panel(page).locator('[aria-busy=false]').getByRole('button', { name, pressed }).waitFor();
  const saved = (page: Page) => panel(page).getByText('Saved', { exact: true }).waitFor();

  it.each([
    ['does not respond', undefined, /cannot be reached|Check that Spandrel is running/],
    ['fails', 500, /Out of order/],
  ])('are kept and marked as unsaved if the server %s', async (_how, status, reason) => {
    const page = await open('?judge=session');
    await label(page, 'good', false);
    const recover = await failRequests(browser, page, 'JudgeSession', status);
    await page.keyboard.press('2');
    const failure = panel(page).getByRole('alert').filter({ hasText: 'Not saved' });
    await failure.getByText(reason).waitFor();
    await label(page, 'bad', true);
    // It is still there after another row and after closing the panel.
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await label(page, 'bad', true);
    await failure.waitFor();
    recover();
    await failure.getByRole('button', { name: 'Save again' }).click();
    await saved(page);
    await page.keyboard.press('2');
    await label(page, 'bad', false);
    await saved(page);
    expect(await failure.count()).toBe(0);
  });

  it('show the stored value again if the change is discarded', async () => {
    const page = await open('?judge=trace');
    await label(page, 'good', false);
    const recover = await failRequests(browser, page, 'JudgeTrace');
    await page.keyboard.press('1');
    await panel(page).getByRole('button', { name: 'Discard change' }).click();
    await label(page, 'good', false);
    recover();
  });

  it('offer to try again if the trace cannot be looked up', async () => {
    const page = await open('');
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    const recover = await failRequests(browser, page, 'JudgedTrace');
    await page.keyboard.press('e');
    await panel(page).getByText('The server cannot be reached').waitFor();
    recover();
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await label(page, 'good', false);
  });

  it('are not given to a span if the trace turns out to have no session', async () => {
    const page = await browser.open(new URL('/healthz', alone).href);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query JudgedTrace')) await released;
      await route.continue();
    });
    await page.goto(`${alone}?judge=session`);
    await panel(page).locator('[aria-busy=true]').getByRole('button', { name: 'bad' }).waitFor();
    await page.keyboard.press('2');
    release();
    await label(page, 'bad', false);
    await panel(page).getByText('Changes are saved as you make them.').waitFor();
    await page.keyboard.press('2');
    await label(page, 'bad', true);
    await saved(page);
  });

  it('keep a note that the server refuses, and say so', async () => {
    const page = await open('?judge=trace');
    const field = panel(page).getByRole('textbox', { name: 'New note' });
    await field.waitFor();
    const recover = await failRequests(browser, page, 'NoteTrace');
    await field.fill('keep me');
    await field.press('Enter');
    await panel(page)
      .getByText(/^Note not saved/)
      .waitFor();
    expect(await field.inputValue()).toBe('keep me');
    recover();
  });

  it('do not replace what a program stored under the same name', async () => {
    const page = await open('?judge=trace');
    await label(page, 'good', false);
    const traceId = trace.split('/').at(-1);
    const send = (result: object) =>
      server.request
        .post('/v1/trace_annotations?sync=true')
        .send({
          data: [{ trace_id: traceId, name: 'correctness', annotator_kind: 'LLM', result }],
        })
        .expect(200);
    await send({ label: 'bad', score: 0 });
    await page.keyboard.press('1');
    await saved(page);
    await page.reload();
    await label(page, 'good', true);
    const others = panel(page).getByRole('list', { name: 'Other annotations' });
    expect(await others.textContent()).toMatch(/^correctness bad \(0\)LLM · API · /);
  });
});
