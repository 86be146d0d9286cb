import type { Page } from 'playwright-core';
import { judge } from '../../evaluators/evaluator-operations.js';
import { evaluatorsToShow, type ShownEvaluators } from '../evaluators-to-show.js';
import { choose, heading, link, press, text } from './steps.js';
import { type Area, type WalkedServer } from './walk.js';

interface Shown extends ShownEvaluators {
  server: WalkedServer;
}

const at =
  (id: 'judge' | 'code', rest = '') =>
  (shown: Shown): string =>
    `/evaluators/${encodeURIComponent(shown[id])}${rest}`;
const ofDataset =
  (rest = '') =>
  ({ dataset }: Shown): string =>
    `/datasets/${encodeURIComponent(dataset)}/evaluators${rest}`;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** Runs the test of a form, and waits for a part of its outcome. */
async function test(page: Page, outcome: string): Promise<void> {
  await press(page, 'Run test');
  await page.getByRole('status').getByText(outcome).first().waitFor();
}

/** Chooses a local model, which always answers that all is right. */
async function askLocally(page: Page, { provider }: WalkedServer): Promise<void> {
  provider.answer(judge('correct'));
  await page.getByLabel('Provider').selectOption('OLLAMA');
  await choice(page, 'Model name').fill('small');
  await page.keyboard.press('Escape');
}

const refused = { ready: text(/Only members and administrators can/) };

export const evaluators: Area<Shown> = {
  fixture: async (server) => ({ server, ...(await evaluatorsToShow(server)) }),
  stops: {
    '/evaluators': [
      {
        name: 'all evaluators with their uses',
        path: () => '/evaluators',
        ready: (page) =>
          page.getByRole('row', { name: /tells the truth .* 1 dataset, 1 rule/ }).waitFor(),
        open: async (page, look) => {
          await choose(page, 'Actions for tells the truth', 'Delete…');
          await press(page, 'Delete evaluator');
          await page.getByRole('alert').getByText('is used by 1 dataset').waitFor();
          await look('why one cannot be deleted');
        },
      },
    ],
    '/evaluators/$evaluatorId': [
      {
        name: 'scores in experiments',
        path: at('judge'),
        ready: async (page) => {
          await text('12 evaluations')(page);
          await link('Traces of truth')(page);
        },
        open: async (page, look) => {
          await choice(page, 'Scores in').selectOption('travel guide: live truth');
          await page.getByText('3 evaluations').waitFor();
          await choice(page, 'Compare with').selectOption('Compare with version 1');
          await page.locator('ins').getByText('in').first().waitFor();
          await look('live scores, and two versions of a prompt');
        },
      },
      {
        name: 'code',
        path: at('code'),
        ready: text('Nothing uses it yet.'),
        open: async (page, look) => {
          await choice(page, 'Compare with').selectOption('Compare with version 1');
          await page.locator('del').getByText('==').waitFor();
          await look('two versions');
        },
      },
    ],
    '/evaluators/$evaluatorId/edit': [
      {
        name: 'the form of an LLM judge',
        path: at('judge', '/edit'),
        ready: (page) => field(page, 'Label 2').waitFor(),
        viewer: refused,
      },
    ],
    '/evaluators/new': [
      {
        name: 'an LLM judge from a template',
        path: () => '/evaluators/new?template=correctness',
        ready: (page) => field(page, 'What the evaluator sees').waitFor(),
        viewer: refused,
        open: async (page, look, { server }) => {
          await askLocally(page, server);
          await choice(page, 'Start from a dataset').click();
          await page.getByRole('option', { name: 'capitals · 1 example' }).click();
          await field(page, 'What the evaluator sees').getByText('Capital of Peru?').waitFor();
          await test(page, 'So it is.');
          await look('the outcome of a test');
        },
      },
      {
        name: 'code',
        path: () => '/evaluators/new?kind=code',
        ready: (page) => page.getByLabel('Sandbox').waitFor(),
        open: async (page, look) => {
          await page.getByLabel('Sandbox').selectOption('TypeScript');
          await field(page, 'Name').fill('is short');
          await field(page, 'Function').fill('function evaluate({ output }) {\n  return (;\n}');
          await test(page, 'Line 2:');
          await page.locator('.cm-faulty').waitFor();
          await look('a line with a mistake');
        },
      },
    ],
    '/datasets/$datasetId/evaluators': [
      {
        name: 'the evaluators of a dataset',
        path: ofDataset(),
        ready: link('truth'),
        open: async (page, look) => {
          await choose(page, 'Add evaluator', 'Existing evaluator…');
          await choice(page, 'Evaluator').fill('tells');
          await page.getByRole('option', { name: /^tells the truth/ }).click();
          await press(page, 'Continue');
          await page.getByText('It judges with').waitFor();
          await field(page, 'Name').fill('truth');
          await press(page, 'Add evaluator');
          await page.getByRole('alert').getByText('Evaluator "truth" already exists.').waitFor();
          await look('adding one that exists');
        },
      },
    ],
    '/datasets/$datasetId/evaluators/new': [
      {
        name: 'one that is built in',
        path: ofDataset('/new?builtIn=contains'),
        ready: (page) => field(page, 'Value of words').waitFor(),
        viewer: refused,
        open: async (page, look) => {
          await field(page, 'Value of words').fill('Lima');
          await page.getByRole('combobox', { name: 'Path of text' }).fill('output.answer');
          await page.keyboard.press('Escape');
          await test(page, 'The text contains "Lima".');
          await look('the outcome of a test');
        },
      },
      {
        name: 'an LLM judge from a template',
        path: ofDataset('/new?template=correctness'),
        ready: text('Question: Does the answer say the same'),
        open: async (page, look, { server }) => {
          await page.getByRole('combobox', { name: 'Path of reference' }).fill('reference.answer');
          await askLocally(page, server);
          await test(page, 'So it is.');
          await look('the outcome of a test');
        },
      },
      {
        name: 'code',
        path: ofDataset('/new?code=true'),
        ready: (page) => page.getByLabel('Sandbox').waitFor(),
        open: async (page, look) => {
          await page.getByLabel('Sandbox').selectOption('TypeScript');
          await field(page, 'Name').fill('compares');
          await page.getByText('Labels', { exact: true }).click();
          await field(page, 'Label 1').fill('same');
          await field(page, 'Label 2').fill('other');
          await look('its labels');
        },
      },
    ],
    '/datasets/$datasetId/evaluators/$evaluatorId': [
      {
        name: 'the form of one that is shared',
        path: (shown) => ofDataset(`/${encodeURIComponent(shown.use)}`)(shown),
        ready: async (page) => {
          await text('shared by')(page);
          await text('12 evaluations')(page);
        },
        viewer: { ready: heading('truth') },
      },
    ],
  },
};
