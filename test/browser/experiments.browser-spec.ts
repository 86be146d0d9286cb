import type { Locator, Page } from 'playwright-core';
import { readCondition, startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { EXAMPLES, experimentsToShow, type ShownExperiments } from './experiments-to-show.js';

describe('experiments', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownExperiments;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    shown = await experimentsToShow(server);
    const incorrect = { label: 'incorrect', score: 0.333 };
    await anEvaluation(server, { run_id: rowId(shown.runs[1]!), name: 'tone', ...incorrect });
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = async (dataset: string, rest = '') => {
    page = await browser.open(`${server.url}/datasets/${dataset}/experiments${rest}`);
  };
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('are downloaded, copied and described exactly', async () => {
    await open(shown.dataset);
    await rows(page, 'Experiments').first().waitFor();
    expect(await rows(page, 'Experiments').allTextContents()).toEqual([
      expect.stringMatching(/half way.*10 \/ 60/),
      expect.stringMatching(/second try.*0\.667/),
      expect.stringMatching(/first try.*0\.536.*6\.7%/),
    ]);
    const download = page.waitForEvent('download');
    await choose('first try', 'Download CSV');
    expect((await download).suggestedFilename()).toBe('first try.csv');
    await choose('first try', 'Copy ID');
    await page.getByText('ID copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      shown.experiments[0],
    );
    await choose('half way', 'Edit…');
    const dialog = page.getByRole('dialog', { name: 'Edit experiment' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('still on the way');
    await dialog
      .getByRole('textbox', { name: 'Metadata' })
      .fill('{ "seed": 12345678901234567890 }');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'still on the way' }).click();
    await page.getByText('12345678901234567890').waitFor();
    await page.getByRole('heading', { name: '#3 still on the way', level: 1 }).waitFor();
  });

  it('show their runs in any order, and lead from each to its trace', async () => {
    await open(shown.dataset, `/${shown.experiments[0]}`);
    const runs = rows(page, 'Runs');
    const label = runs.nth(1).getByText('incorrect', { exact: true });
    await label.waitFor();
    expect(await isCut(label)).toBe(false);
    await runs.nth(1).getByText('0.333', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Latency' }).click();
    await runs.first().filter({ hasText: 'country 29?' }).waitFor();
    await page.getByRole('button', { name: 'exact' }).click();
    await runs.first().filter({ hasText: 'right' }).waitFor();
    await page.getByRole('button', { name: 'Sort by example' }).click();
    await runs.first().filter({ hasText: 'country 0?' }).waitFor();
    await page.getByRole('link', { name: /country 0\?/ }).click();
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    await panel.getByText('the very city').waitFor();
    await panel.getByRole('link', { name: 'Open trace' }).first().click();
    await page.waitForURL(new RegExp(`/traces/${shown.traceId}`));
  });

  it('are compared, from many examples down to one', async () => {
    await open(shown.dataset);
    await page.getByRole('checkbox', { name: 'Select #1 first try' }).click();
    await page.getByRole('checkbox', { name: 'Select #2 second try' }).click();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
    await example(page, 'country 0?').getByText('The capital is the beautiful City 0.').waitFor();

    const counts = page.getByRole('region', { name: 'Counts against the base experiment' });
    const exact = counts.getByRole('listitem').filter({ hasText: 'exact' });
    // The base is right at even positions, except for two failed runs, and the other one is wrong at
    // every third position.
    await exact.getByText('9').waitFor();
    expect(await exact.locator('dl').textContent()).toBe('better9worse5same14');
    expect(await exact.textContent()).toContain('2 runs not comparable');
    expect(await hasColor(exact.locator('dd').nth(0), '--error')).toBe(false);
    expect(await hasColor(exact.locator('dd').nth(1), '--error')).toBe(true);
    const failure = example(page, 'country 5?').getByText('TimeoutError: no answer');
    expect(await hasColor(failure, '--error')).toBe(true);
    const label = example(page, 'country 1?').getByText('incorrect', { exact: true });
    expect(await isCut(label)).toBe(false);

    await grid(page).hover();
    await eventually('last example', async () => {
      await page.mouse.wheel(0, 3_000);
      return example(page, `country ${EXAMPLES - 1}?`).count();
    });
    await page.getByText(`${EXAMPLES} examples`).waitFor();

    const field = page.getByRole('textbox', { name: 'Filter examples by condition' });
    await field.fill('latency > 5');
    await page.getByText(/Unknown name `latency`/).waitFor();
    await field.press('Enter');
    expect(page.url()).not.toContain('filter=');
    await field.fill('');
    await field.pressSequentially('exa');
    await page.getByRole('option', { name: /evals\['exact'\]\.score/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await readCondition(field)).toBe("evals['exact'].score");
    await field.fill('experiments[0].error is not None');
    await field.press('Enter');
    await eventually('two failures', async () => (await examples(page).count()) === 2);
    await page.getByRole('button', { name: 'Clear filter' }).click();

    const chip = example(page, 'country 0?').getByRole('button', { name: /^exact 0/ });
    await chip.click();
    await page.getByRole('menuitem', { name: 'Score lower than in the base experiment' }).click();
    await eventually(
      'places that both 2 and 3 divide',
      async () => (await examples(page).count()) === 5,
    );
    await example(page, 'country 0?').getByRole('link', { name: 'Open example q-0' }).click();
    const panel = page.getByRole('region', { name: 'Example', exact: true });
    await panel.getByText('the very city').waitFor();
    await panel.getByText('Base experiment').click();
    const second = panel.getByRole('region', { name: '#2 second try' });
    await second.locator('ins').filter({ hasText: 'the beautiful' }).waitFor();
    await page.reload();
    await second.locator('ins').filter({ hasText: 'the beautiful' }).waitFor();
    await eventually('the same five', async () => (await examples(page).count()) === 5);
  });

  it('appear with their runs and scores while they are shown', async () => {
    const { id: dataset_id } = await aDataset(server, { name: 'rivers' });
    const { id: example_id } = await anExample(server, { dataset_id });
    await anExample(server, { dataset_id });
    await open(globalId('Dataset', dataset_id));
    await page.getByText('Waiting for the first experiment').waitFor();
    const experiment = await anExperiment(server, { name: 'at last', dataset_id });
    const row = rows(page, 'Experiments').filter({ hasText: 'at last' });
    await row.getByText('0 / 2').waitFor();
    const given = { experiment_id: experiment.id, example_id };
    const { id: run_id } = await aRun(server, { ...given, output: 'a river' });
    await row.getByText('1 / 2').waitFor();
    await anEvaluation(server, { run_id, name: 'exact', score: 0.75 });
    await row.getByText('0.75').waitFor();
    await row.getByRole('link', { name: 'at last' }).click();
    const run = rows(page, 'Runs').first();
    await run.getByText('a river').waitFor();
    await anEvaluation(server, { run_id, name: 'brief', score: 0.25 });
    await page.getByRole('button', { name: 'brief' }).waitFor();
    await run.getByText('0.25').waitFor();
  });
});

function rows(page: Page, table: string): Locator {
  return page
    .getByRole('region', { name: table, exact: true })
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
}

function rowId(id: string): number {
  return Number(Buffer.from(id, 'base64').toString().split(':')[1]);
}

/** Whether a text has the color of a CSS variable. */
function hasColor(text: Locator, variable: string): Promise<boolean> {
  return text.evaluate((element, name) => {
    const reference = element.ownerDocument.createElement('i');
    reference.style.color = `var(${name})`;
    element.append(reference);
    const [color, wanted] = [element, reference].map((one) =>
      String(one.computedStyleMap().get('color')),
    );
    reference.remove();
    return color === wanted;
  }, variable);
}

function isCut(text: Locator): Promise<boolean> {
  return text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

function grid(page: Page): Locator {
  return page.getByRole('region', { name: 'Comparison' });
}

function examples(page: Page): Locator {
  return grid(page).locator('tr[data-index]');
}

function example(page: Page, question: string): Locator {
  return examples(page).filter({ hasText: question });
}
