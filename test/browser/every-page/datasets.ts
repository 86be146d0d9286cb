import type { Locator, Page } from 'playwright-core';
import { aDatasetLabel } from '../../support/factories/dataset-marks.js';
import { aDataset } from '../../support/factories/dataset.js';
import { aRun, anEvaluation, anExperiment } from '../../support/factories/experiment.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { aDatasetToShow, type ShownDataset } from '../dataset-to-show.js';
import { choose, close, link, press, text } from './steps.js';
import { type Area, type WalkedServer } from './walk.js';

interface Shown {
  dataset: ShownDataset;
  /** Global IDs: of a dataset without examples in a private project, and of an example with runs. */
  empty: string;
  example: string;
}

async function fixture(server: WalkedServer): Promise<Shown> {
  const dataset = await aDatasetToShow(
    server,
    'capitals-of-the-world-with-a-name-that-is-very-long',
  );
  const { id: projectId } = await aProject(server, { name: 'bank', is_private: true });
  const empty = await aDataset(server, { name: 'empty' });
  await server.sql('UPDATE datasets SET project_id = $1 WHERE id = $2', [projectId, empty.id]);
  const { dataset_id, id } = dataset.examples.France;
  const experiment = await anExperiment(server, { dataset_id, repetitions: 2 });
  const of = { experiment_id: experiment.id, example_id: id };
  const run = await aRun(server, { ...of, output: { answer: 'Paris it is' } });
  await anEvaluation(server, { run_id: run.id, score: 1, label: 'right' });
  await aRun(server, { ...of, repetition_number: 2, error: 'The model did not answer' });
  await aDatasetLabel(server, { name: 'golden', description: 'Reviewed', datasets: [empty] });
  return {
    dataset,
    empty: globalId('Dataset', empty.id),
    example: globalId('DatasetExample', id),
  };
}

const examples = ({ dataset }: Shown): string => `/datasets/${dataset.id}/examples`;
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const select = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: 'Select france' }).click();

const HOSTILE = `<img src=x onerror="alert(1)"> 'it' & 東京 مرحبا`;
const CSV = `question,answer,topic,split,id,source
"What is the capital of France?",Paris,geography,train,fr,"{""page"": 12, ""book"": ""Atlas""}"
"Why is the sky blue?",Rayleigh scattering,physics,"[""test"", ""hard""]",sky,"{""page"": 3}"
"${HOSTILE.replaceAll('"', '""')}",,,,x1,{}
`;

export const datasets: Area<Shown> = {
  fixture,
  stops: {
    '/datasets': [
      {
        name: 'datasets',
        path: () => '/datasets',
        ready: link(/capitals/),
        open: async (page, look) => {
          await choose(page, 'Actions for empty', 'Labels…');
          await page.getByRole('checkbox', { name: 'golden' }).waitFor();
          await look('the labels of a dataset');
          await press(page, 'Manage labels…');
          await press(page, 'Edit golden');
          await page.getByRole('radio', { name: 'Teal' }).check({ force: true });
          await look('all labels');
          await close(page);
          await press(page, 'New dataset');
          await page.getByRole('textbox', { name: 'Metadata' }).fill('{"a": 1, "b": [true, "x"]}');
          await look('a new dataset');
        },
      },
    ],
    '/datasets/upload': [
      {
        name: 'the choice of a file',
        path: () => '/datasets/upload',
        ready: text('Drop a CSV, JSONL or XLSX file here'),
        logs: /status of 422/,
        viewer: { ready: text('Only members and administrators can upload') },
        open: async (page, look) => {
          const chooseFile = (content: string) =>
            page.locator('input[type=file]').setInputFiles({
              name: `${'a very long name '.repeat(8)}.csv`,
              mimeType: 'application/octet-stream',
              buffer: Buffer.from(content),
            });
          const upload = page.getByRole('button', { name: 'Upload', exact: true });
          await chooseFile(`${CSV}"never closed\n`);
          await page.getByRole('button', { name: 'Column question' }).waitFor();
          await look('the columns of a file');
          await upload.click();
          await page.getByText('a quote is never closed').waitFor();
          await page.getByRole('list', { name: 'Line 5 of the file' }).waitFor();
          await look('a mistake in a file');
          await chooseFile(CSV);
          await page.getByText('Nothing was stored').waitFor({ state: 'detached' });
          await upload.click();
          await page.getByText('3 examples created.').waitFor();
          await look('what was stored');
        },
      },
    ],
    '/datasets/$datasetId/examples': [
      {
        name: 'examples',
        path: examples,
        ready: link('france'),
        open: async (page, look) => {
          await press(page, 'Latest version');
          await page.getByRole('menuitem', { name: 'Version 1' }).waitFor();
          await look('the version menu');
          await close(page);
          await press(page, 'Use in code');
          await page.getByText('run_experiment(').waitFor();
          await look('the code to use a dataset');
          await close(page);
          await press(page, 'Add example');
          await page.getByRole('textbox', { name: 'Input', exact: true }).fill('{"a": }');
          await dialogOf(page).getByRole('button', { name: 'Add example' }).click();
          await page.getByText('Line 1:').waitFor();
          await look('a new example with a mistake');
        },
      },
      {
        name: 'selected examples',
        path: examples,
        ready: link('france'),
        open: async (page, look) => {
          await select(page);
          await page.getByText('1 example selected').waitFor();
          await look('the actions');
          await press(page, 'Splits…');
          await page.getByRole('textbox', { name: 'Find or create a split' }).fill('tes');
          await page.getByText('Create “tes”').waitFor();
          await look('their splits');
          await close(page);
          await press(page, 'Delete…');
          await page.getByLabel('Version note').fill('Why');
          await look('the question before they are deleted');
        },
      },
      {
        name: 'an earlier version',
        path: (shown) => `${examples(shown)}?version=${shown.dataset.versions[0]}`,
        ready: text('Version 1'),
      },
      {
        name: 'a dataset without examples in a private project',
        path: ({ empty }) => `/datasets/${empty}/examples`,
        ready: async (page) => {
          await text('Waiting for the first example')(page);
          await link('Project bank')(page);
        },
      },
    ],
    '/datasets/$datasetId/examples/$exampleId': [
      {
        name: 'an example with runs',
        path: (shown) => `${examples(shown)}/${encodeURIComponent(shown.example)}`,
        ready: (page) =>
          page.getByRole('region', { name: 'Runs' }).getByText('Paris it is').waitFor(),
        open: async (page, look) => {
          await press(page, 'Edit');
          await page.getByRole('textbox', { name: 'Output', exact: true }).fill('{"a": 1,}');
          await press(page, 'Save version');
          await page.getByText('Line 1:').waitFor();
          await look('its editor with a mistake');
        },
      },
    ],
    '/datasets/$datasetId/versions': [
      {
        name: 'versions',
        path: ({ dataset }) => `/datasets/${dataset.id}/versions`,
        ready: text('After the proof-reading'),
      },
    ],
  },
};
