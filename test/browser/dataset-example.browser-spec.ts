import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anExample, type ExampleRow } from '../support/factories/dataset-example.js';
import { aRun, anEvaluation, anExperiment } from '../support/factories/experiment.js';
import { emptyDatabase } from '../support/reset.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToShow, globalId, type ShownDataset } from './dataset-to-show.js';

/** Content that would do harm if shown as anything but text. */
const HOSTILE = {
  html: '<img src=x onerror="window.ran = true"><script>window.ran = true</script>',
  link: '[click](javascript:window.ran=true) ![pixel](https://pixel.invalid/p.png)',
  ['__proto__']: { polluted: true },
  constructor: 'own',
  '': 'no name',
  deep: Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner }), 'bottom'),
  long: 'lorem ipsum '.repeat(20_000),
  unpaired: '\ud800',
  direction: '\u202egnirts desrever',
};

describe('an example', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let dataset: ShownDataset;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    dataset = await aDatasetToShow(server);
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const address = (example: ExampleRow) =>
    `${server.url}/datasets/${encodeURIComponent(dataset.id)}/examples/${encodeURIComponent(globalId('DatasetExample', example))}`;
  const open = async (example: ExampleRow) => {
    page = await browser.open(address(example));
    await panel().getByRole('region', { name: 'Metadata' }).waitFor();
  };
  const panel = () => page.getByRole('region', { name: 'Example', exact: true });
  const title = (name: string) => panel().getByRole('heading', { name, level: 2 }).waitFor();
  const part = (name: string) => panel().getByRole('region', { name, exact: true });
  const editor = (name: string) => panel().getByRole('textbox', { name, exact: true });
  const startEditing = async () => {
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await editor('Metadata').waitFor();
  };
  const newestRevision = async ({ id }: ExampleRow) => {
    const [revision] = await server.sql<{ input: string; output: string; note: string | null }>(
      `SELECT r.input::text, r.output::text, v.description AS note
         FROM dataset_example_revisions r JOIN dataset_versions v ON v.id = r.version_id
        WHERE r.example_id = $1 ORDER BY r.id DESC LIMIT 1`,
      [id],
    );
    return revision;
  };

  it('opens over the list at its own URL, and leads to its neighbors', async () => {
    page = await browser.open(`${server.url}/datasets/${dataset.id}/examples?q=capital`);
    await page.getByRole('link', { name: 'kenya' }).click();
    await title('kenya');
    await part('Output').getByText('Nairobi').waitFor();
    expect(new URL(page.url()).pathname).toBe(new URL(address(dataset.examples.Kenya)).pathname);
    expect(page.url()).toContain('q=capital');
    expect(await page.title()).toContain('Example · capitals');
    await page.keyboard.press('j');
    await title('peru');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await title(`Example #${dataset.examples.Japan.id}`);
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(page.url()).toContain('q=capital');
  });

  it('is shown as text or as JSON', async () => {
    await open(dataset.examples.France);
    expect(await part('Input').textContent()).toBe('InputquestionCapital of France?');
    await panel().getByText('JSON', { exact: true }).click();
    await part('Input').getByText('"Capital of France?"').waitFor();
    await page.reload();
    await part('Metadata').getByText('"atlas"').waitFor();
  });

  it('saves only the parts that have changed, with a note', async () => {
    await open(dataset.examples.France);
    await startEditing();
    expect(
      await panel()
        .getByRole('button', { name: /Save version/ })
        .isDisabled(),
    ).toBe(true);
    await editor('Output').fill('{"answer": "Paris, since 987"}');
    await panel().getByLabel('Version note').fill('More exact');
    await editor('Output').press('Control+Enter');
    await part('Output').getByText('Paris, since 987').waitFor();
    expect(await newestRevision(dataset.examples.France)).toEqual({
      input: '{"question":"Capital of France?"}',
      output: '{"answer":"Paris, since 987"}',
      note: 'More exact',
    });
    await page.getByRole('row').filter({ hasText: 'Paris, since 987' }).waitFor();
    await page.getByRole('link', { name: 'Versions 3' }).waitFor();
    // The page does not announce its own changes.
    expect(await page.getByRole('button', { name: 'Show new version' }).count()).toBe(0);
  });

  it('creates no version if only whitespace has changed', async () => {
    await open(dataset.examples.France);
    await startEditing();
    await editor('Output').fill('{  "answer":\n"Paris" }');
    await panel()
      .getByRole('button', { name: /Save version/ })
      .click();
    await part('Output').waitFor();
    await page.getByRole('link', { name: 'Versions 2' }).waitFor();
  });

  it('keeps invalid JSON, names the faulty line, and asks before discarding it', async () => {
    await open(dataset.examples.France);
    await startEditing();
    await editor('Input').fill('{\n  "question": "Which?"\n  "more": 1\n}');
    await editor('Input').press('Control+Enter');
    await panel().getByText('Line 3: expected a comma but found a string.').waitFor();
    await editor('Output').fill('["no object"]');
    await editor('Output').press('Control+Enter');
    await panel().getByText('This must be an object').waitFor();
    expect(await editor('Input').textContent()).toContain('"question": "Which?"');

    await panel().getByRole('button', { name: 'Next (j)' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await editor('Input').textContent()).toContain('"question": "Which?"');
    await panel().getByRole('button', { name: 'Close (Esc)' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await panel().waitFor({ state: 'detached' });
    expect((await newestRevision(dataset.examples.France))?.input).toContain('France');
  });

  it('keeps numbers of any size, whatever else is edited', async () => {
    const input = '{"id":12345678901234567890,"small":-9007199254740993,"text":"a"}';
    await store(dataset.examples.France, input);
    await open(dataset.examples.France);
    await part('Input').getByText('12345678901234567890').waitFor();
    await startEditing();
    const typed = await editor('Input').textContent();
    expect(typed).toContain('12345678901234567890');
    await editor('Input').fill(input.replace('"a"', '"b"').replace('890,', '891,'));
    await editor('Input').press('Control+Enter');
    await part('Input').getByText('12345678901234567891').waitFor();
    expect((await newestRevision(dataset.examples.France))?.input).toBe(
      '{"id":12345678901234567891,"small":-9007199254740993,"text":"b"}',
    );
  });

  it('cannot be edited in a browser that would change its numbers', async () => {
    await store(dataset.examples.France, '{"id":12345678901234567890}');
    page = await browser.open('about:blank', { isolated: true });
    // Simulates a browser that does not give a reviver the source text of a number.
    await page.addInitScript(`{
      const parse = JSON.parse;
      JSON.parse = (text, reviver) =>
        parse(text, reviver && function (key, value) { return reviver.call(this, key, value); });
    }`);
    await page.goto(address(dataset.examples.France));
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await panel().getByText('numbers with more than 15 digits').waitFor();
    expect(await editor('Input').count()).toBe(0);
    await panel().getByRole('button', { name: 'Back' }).click();
    await part('Input').waitFor();
  });

  it('can be assigned to splits', async () => {
    await open(dataset.examples.Peru);
    await panel().getByRole('button', { name: 'Assign to splits…' }).click();
    await page.getByRole('checkbox', { name: 'train' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await panel().getByTitle('train', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Peru' }).getByText('train').waitFor();
  });

  it('links to the span it was created from', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ traceId, project: 'shop', name: 'answer a question' }]);
    const [span] = await server.sql<{ span_id: string }>(
      'SELECT span_id FROM spans WHERE trace_id = $1',
      [traceId],
    );
    const { dataset_id } = dataset.examples.France;
    await open(await anExample(server, { dataset_id, trace_id: traceId, span_id: span!.span_id }));
    await panel().getByRole('link', { name: 'answer a question' }).click();
    await page.getByRole('heading', { name: 'answer a question' }).first().waitFor();
    expect(page.url()).toContain(traceId);
  });

  it('shows its runs in experiments, with links', async () => {
    const { id, dataset_id } = dataset.examples.France;
    const experiment = await anExperiment(server, { dataset_id, name: 'short prompt' });
    const run = await aRun(server, {
      experiment_id: experiment.id,
      example_id: id,
      output: { answer: 'Paris, of course' },
    });
    await anEvaluation(server, { run_id: run.id, name: 'exact', score: 0.5, label: 'verbose' });
    await open(dataset.examples.France);
    const made = part('Runs').getByRole('row').filter({ hasText: 'Paris, of course' });
    await made.getByText('verbose').waitFor();
    await made.getByText('0.5').waitFor();
    await made.getByRole('link', { name: /short prompt/ }).click();
    await page
      .getByRole('heading', { name: /short prompt/ })
      .first()
      .waitFor();
    expect(page.url()).toContain('/runs/');
  });

  it('is deleted with a note', async () => {
    await open(dataset.examples.Kenya);
    await panel().getByRole('button', { name: 'Actions for this example' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete example' });
    await dialog.getByLabel('Version note').fill('Asked twice');
    await dialog.getByRole('button', { name: 'Delete 1 example' }).click();
    await panel().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'kenya' }).waitFor({ state: 'detached' });
    expect((await newestRevision(dataset.examples.Kenya))?.note).toBe('Asked twice');
  });

  it('reports a missing example, and one that is missing at the selected version', async () => {
    page = await browser.open(address({ ...dataset.examples.France, id: 999_999 }));
    await panel().getByText('Example not found').waitFor();
    await page.goto(address(dataset.examples.Cuba));
    await panel().getByText('Example not found').waitFor();
    await page.goto(`${address(dataset.examples.Cuba)}?version=${dataset.versions[0]}`);
    await part('Output').getByText('Havana').waitFor();
  });

  it('shows any content as text', async () => {
    const { dataset_id } = dataset.examples.France;
    const { unpaired, ...storable } = HOSTILE;
    const example = await anExample(server, { dataset_id, input: storable, external_id: 'x/"?#' });
    page = await browser.open(`${server.url}/datasets/${dataset.id}/examples`);
    await page.getByRole('link', { name: 'x/"?#' }).click();
    await title('x/"?#');
    await part('Input').getByText('<img src=x').waitFor();
    await part('Input').getByText('own', { exact: true }).waitFor();
    await part('Input')
      .getByRole('button', { name: /Show all/ })
      .waitFor();
    await startEditing();
    await editor('Input').fill(JSON.stringify({ html: HOSTILE.html, unpaired }));
    await editor('Input').press('Control+Enter');
    await part('Input').getByText('unpaired').waitFor();
    await eventually('the replacement character', async () =>
      (await newestRevision(example))?.input.includes('\ufffd'),
    );
    expect(await page.evaluate('[window.ran, ({}).polluted]')).toEqual([undefined, undefined]);
  });

  /** Stores an input as JSON text, with numbers that JavaScript cannot represent. */
  async function store(example: ExampleRow, input: string): Promise<void> {
    await server.sql('UPDATE dataset_example_revisions SET input = $2 WHERE example_id = $1', [
      example.id,
      input,
    ]);
  }
});
