import type { Locator, Page } from 'playwright-core';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { aDataset } from '../support/factories/dataset.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const PROJECT = 'shop';
const TRACES = 6;
const TRACE_IDS = Array.from({ length: TRACES }, newTraceId);

/** One trace per minute, newest first, each with a model call. */
const TRACES_TO_SEND = TRACE_IDS.map((traceId, index) => ({
  traceId,
  project: PROJECT,
  name: `order ${index}`,
  kind: 'AGENT',
  startedAt: new Date(Date.now() - (index + 1) * 60_000),
  attributes: {
    'input.value': `{"basket":${index},"id":9007199254740993}`,
    'input.mime_type': 'application/json',
    'output.value': `paid ${index}`,
  },
  children: [{ name: `answer ${index}`, kind: 'LLM' }],
}));

describe('adding spans to a dataset', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let page: Page;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const member = bearer(server.accounts.MEMBER.key);
    await sendTraces(server.url, TRACES_TO_SEND, member);
    const { body } = await server.request.get(`/v1/projects/${PROJECT}`).set(member);
    project = `${server.url}/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(() => server.sql('DELETE FROM datasets'));
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  async function open(path: string, role: 'MEMBER' | 'VIEWER' = 'MEMBER'): Promise<void> {
    page = await browser.open(`${project}/${path}`, { cookie: server.accounts[role].cookie });
  }

  const box = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });
  const bar = (): Locator => page.getByRole('region', { name: 'Selected rows' });
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Add to dataset' });
  const field = (): Locator => dialog().getByRole('textbox', { name: 'Dataset' });
  const option = (name: string | RegExp): Locator => page.getByRole('option', { name });

  const inputs = async (): Promise<unknown[]> => {
    const rows = await server.sql<{ input: string }>(
      `SELECT r.input::text AS input FROM dataset_example_revisions r
       JOIN dataset_examples e ON e.revision_id = r.id ORDER BY e.id`,
    );
    return rows.map(({ input }) => input);
  };

  it('works from the list of spans, with a new dataset', async () => {
    await open('spans?rootsOnly=true');
    await box('Select order 0').click();
    await box('Select order 3').click({ modifiers: ['Shift'] });
    await bar().getByText('4 spans selected').waitFor();
    await bar().getByRole('button', { name: 'Add to dataset…' }).click();
    await field().fill('from traces');
    await option('Create “from traces”').click();
    await dialog().getByLabel('Version note').fill('good answers');
    await dialog().getByRole('button', { name: 'Add 4 examples' }).click();
    await page.getByText('4 examples added to from traces.').waitFor();
    expect(await dialog().count()).toBe(0);
    expect(await bar().count()).toBe(0);
    expect(await inputs()).toEqual(
      [0, 1, 2, 3].map((n) => `{"basket":${n},"id":9007199254740993}`),
    );
    expect(await server.sql('SELECT description FROM dataset_versions')).toEqual([
      { description: 'good answers' },
    ]);
    await page.getByRole('button', { name: 'Open dataset' }).click();
    await page.getByRole('heading', { name: 'from traces' }).waitFor();
  });

  it('works from the list of traces, using their root spans, with an existing dataset', async () => {
    for (const name of ['capitals', 'tickets', 'more tickets']) await aDataset(server, { name });
    await open('traces');
    await box('Select order 1').click();
    await bar().getByText('1 trace selected').waitFor();
    await bar().getByRole('button', { name: 'Add to dataset…' }).click();
    await field().fill('tickets');
    await option(/capitals/).waitFor({ state: 'detached' });
    await eventually('two choices', async () => (await option(/tickets/).count()) === 2);
    await page.locator('[data-combobox-selected]').getByText('tickets', { exact: true }).waitFor();
    expect(await option(/Create/).count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('tickets');
    await dialog().getByRole('button', { name: 'Add 1 example' }).click();
    await page.getByText('1 example added to tickets.').waitFor();
    expect(await inputs()).toEqual(['{"basket":1,"id":9007199254740993}']);
  });

  it('works from a span, edited first, with every number unchanged', async () => {
    await aDataset(server, { name: 'capitals' });
    await open(`traces/${TRACE_IDS[2]}`);
    const detail = page.getByRole('region', { name: 'Span', exact: true });
    await detail.getByRole('button', { name: 'Add to dataset' }).click();
    const output = dialog().getByRole('textbox', { name: 'Output' });
    await output.getByText('paid 2').waitFor();
    await dialog().getByRole('textbox', { name: 'Input' }).getByText('9007199254740993').waitFor();
    await field().click();
    await option(/capitals/).click();
    await output.fill('{"answer": ');
    await dialog().getByRole('button', { name: 'Add example' }).click();
    await dialog().getByRole('alert').first().waitFor();
    await output.fill('{"answer": "paid"}');
    await dialog().getByRole('button', { name: 'Add example' }).click();
    await page.getByText('1 example added to capitals.').waitFor();
    expect(await inputs()).toEqual(['{"basket":2,"id":9007199254740993}']);
    expect(
      await server.sql(
        `SELECT r.output::text AS output, r.metadata::text AS metadata, e.trace_id
         FROM dataset_example_revisions r JOIN dataset_examples e ON e.revision_id = r.id`,
      ),
    ).toEqual([
      { output: '{"answer":"paid"}', metadata: '{"span_kind":"AGENT"}', trace_id: TRACE_IDS[2] },
    ]);
  });

  it('requires a dataset, and shows errors from the server', async () => {
    await open('spans?rootsOnly=true');
    await box(`Select order ${TRACES - 1}`).waitFor();
    await box('Select all listed rows').click();
    await bar().getByText(`${TRACES} spans selected`).waitFor();
    await bar().getByRole('button', { name: 'Add to dataset…' }).click();
    const add = dialog().getByRole('button', { name: `Add ${TRACES} examples` });
    expect(await add.isDisabled()).toBe(true);
    await field().fill('   ');
    expect(await add.isDisabled()).toBe(true);
    await field().fill('fresh');
    await option('Create “fresh”').click();
    // Simulates that another user has deleted a span.
    await server.sql(`UPDATE spans SET id = id + 100000 WHERE name = 'order 5'`);
    await add.click();
    await dialog()
      .getByRole('alert')
      .getByText(/Span ".*" not found/)
      .waitFor();
    await server.sql(`UPDATE spans SET id = id - 100000 WHERE name = 'order 5'`);
    await add.click();
    await page.getByText(`${TRACES} examples added to fresh.`).waitFor();
    expect(await server.sql('SELECT count(*) FROM datasets')).toEqual([{ count: 1 }]);
    // The browser logs the HTTP status of a rejected GraphQL request.
    browser.errors.splice(0);
  });

  it('clears the selection with Escape', async () => {
    await open('spans');
    await box('Select order 0').click();
    await bar().waitFor();
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    expect(await box('Select order 0').isChecked()).toBe(false);
  });

  it('is not offered to viewers', async () => {
    await open('spans', 'VIEWER');
    await page.getByRole('link', { name: 'order 0' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('link', { name: 'order 0' }).click();
    await page.getByRole('heading', { name: 'order 0', level: 3 }).waitFor();
    expect(await page.getByRole('button', { name: /dataset/i }).count()).toBe(0);
  });
});
