import type { Page } from 'playwright-core';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { aDataset } from '../support/factories/dataset.js';
import { aDatasetLabel } from '../support/factories/dataset-marks.js';
import { aRun, anEvaluation, anExperiment } from '../support/factories/experiment.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToShow, globalId, type ShownDataset } from './dataset-to-show.js';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});

/** Opens a page, performs some steps, and checks how it looks. */
async function check(path: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await browser.open(`${server.url}${path}`);
  await ready(page);
  expect(await appearanceProblems(page)).toEqual([]);
  expect(browser.errors.splice(0)).toEqual([]);
  await browser.release(page);
}

// Runs first, because the tests below create datasets.
it('the page of a server without datasets looks right', () =>
  check('/datasets', (page) => page.getByText('Waiting for the first dataset').waitFor()));

describe('every page of datasets looks right:', () => {
  let dataset: ShownDataset;
  let examples: string;
  let empty: string;

  beforeAll(async () => {
    dataset = await aDatasetToShow(server, 'capitals-of-the-world-with-a-name-that-is-very-long');
    examples = `/datasets/${dataset.id}/examples`;
    const other = await aDataset(server, { name: 'empty' });
    empty = `/datasets/${globalId('Dataset', other)}/examples`;
    const { dataset_id, id } = dataset.examples.France;
    const experiment = await anExperiment(server, { dataset_id, repetitions: 2 });
    const of = { experiment_id: experiment.id, example_id: id };
    const run = await aRun(server, { ...of, output: { answer: 'Paris it is' } });
    await anEvaluation(server, { run_id: run.id, score: 1, label: 'right' });
    await aRun(server, { ...of, repetition_number: 2, error: 'The model did not answer' });
    await aDatasetLabel(server, { name: 'golden', description: 'Reviewed', datasets: [other] });
  });
  const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
  const select = (page: Page) => page.getByRole('checkbox', { name: 'Select france' }).click();

  it('the list', () =>
    check('/datasets', (page) => page.getByRole('link', { name: /capitals/ }).waitFor()));
  it('a new dataset', () =>
    check('/datasets', async (page) => {
      await press(page, 'New dataset');
      await page.getByRole('textbox', { name: 'Metadata' }).fill('{"a": 1, "b": [true, "x"]}');
    }));
  it('the labels of a dataset', () =>
    check('/datasets', async (page) => {
      await press(page, 'Actions for empty');
      await page.getByRole('menuitem', { name: 'Labels…' }).click();
      await page.getByRole('checkbox', { name: 'golden' }).waitFor();
    }));
  it('all labels', () =>
    check('/datasets', async (page) => {
      await press(page, 'Actions for empty');
      await page.getByRole('menuitem', { name: 'Labels…' }).click();
      await press(page, 'Manage labels…');
      await press(page, 'Edit golden');
      await page.getByRole('radio', { name: 'Teal' }).check({ force: true });
    }));
  it('the examples', () =>
    check(examples, (page) => page.getByRole('link', { name: 'france' }).waitFor()));
  it('the examples of an earlier version', () =>
    check(`${examples}?version=${dataset.versions[0]}`, (page) =>
      page.getByText('Version 1').waitFor(),
    ));
  it('the version menu', () =>
    check(examples, async (page) => {
      await press(page, 'Latest version');
      await page.getByRole('menuitem', { name: 'Version 1' }).waitFor();
    }));
  it('the actions for selected examples', () =>
    check(examples, async (page) => {
      await select(page);
      await page.getByText('1 example selected').waitFor();
    }));
  it('the splits of examples', () =>
    check(examples, async (page) => {
      await select(page);
      await press(page, 'Splits…');
      await page.getByRole('textbox', { name: 'Find or create a split' }).fill('tes');
      await page.getByText('Create “tes”').waitFor();
    }));
  it('the dialog to delete examples', () =>
    check(examples, async (page) => {
      await select(page);
      await press(page, 'Delete…');
      await page.getByLabel('Version note').fill('Why');
    }));
  it('a new example', () =>
    check(examples, async (page) => {
      await press(page, 'Add example');
      await page.getByRole('textbox', { name: 'Input', exact: true }).fill('{"a": }');
      await page.getByRole('dialog').getByRole('button', { name: 'Add example' }).click();
      await page.getByText('Line 1:').waitFor();
    }));
  it('the code to use a dataset', () =>
    check(examples, async (page) => {
      await press(page, 'Use in code');
      await page.getByText('run_experiment(').waitFor();
    }));
  it('a dataset without examples', () =>
    check(empty, (page) => page.getByText('Waiting for the first example').waitFor()));
  it('an example', () =>
    check(`${examples}/${exampleId()}`, (page) =>
      page.getByRole('region', { name: 'Runs' }).getByText('Paris it is').waitFor(),
    ));
  it('the editor of an example', () =>
    check(`${examples}/${exampleId()}`, async (page) => {
      await press(page, 'Edit');
      await page.getByRole('textbox', { name: 'Output', exact: true }).fill('{"a": 1,}');
      await press(page, 'Save version');
      await page.getByText('Line 1:').waitFor();
    }));
  it('the versions', () =>
    check(`/datasets/${dataset.id}/versions`, (page) =>
      page.getByText('After the proof-reading').waitFor(),
    ));

  function exampleId(): string {
    return encodeURIComponent(globalId('DatasetExample', dataset.examples.France));
  }
});
