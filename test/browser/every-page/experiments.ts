import type { Page } from 'playwright-core';
import { aDataset } from '../../support/factories/dataset.js';
import { globalId } from '../../support/global-id.js';
import { experimentsToShow, type ShownExperiments } from '../experiments-to-show.js';
import { text } from './steps.js';
import { type Area, type WalkedServer } from './walk.js';

interface Shown extends ShownExperiments {
  /** The global ID of a dataset without experiments. */
  empty: string;
}

async function fixture(server: WalkedServer): Promise<Shown> {
  const shown = await experimentsToShow(server);
  const { id } = await aDataset(server);
  return { ...shown, empty: globalId('Dataset', id) };
}

const experiment = ({ dataset, experiments }: Shown): string =>
  `/datasets/${dataset}/experiments/${experiments[0]}`;
const run =
  (place: number, search = '') =>
  (shown: Shown): string =>
    `${experiment(shown)}/runs/${shown.runs[place]}${search}`;
const compare =
  (more = '') =>
  ({ dataset, experiments }: Shown): string => {
    const ids = experiments.map((id) => `experimentId=${encodeURIComponent(id)}`);
    return `/datasets/${dataset}/compare?${ids.join('&')}${more}`;
  };
/** Viewers choose experiments to compare them. */
const comparing = { may: /^(Select |Add experiment$|Remove .+ from comparison$)/ };

export const experiments: Area<Shown> = {
  fixture,
  stops: {
    '/experiments': [
      {
        name: 'all experiments',
        path: () => '/experiments',
        ready: text('first try'),
        viewer: comparing,
      },
    ],
    '/datasets/$datasetId/experiments': [
      {
        name: 'the experiments of a dataset',
        path: ({ dataset }) => `/datasets/${dataset}/experiments`,
        ready: text('first try'),
        viewer: comparing,
        open: async (page, look) => {
          await page.getByRole('checkbox', { name: 'Select #1 first try' }).click();
          await page.getByText('1 experiment selected').waitFor();
          await look('a selected experiment');
        },
      },
      {
        name: 'a dataset without experiments',
        path: ({ empty }) => `/datasets/${empty}/experiments`,
        ready: text('Run your first experiment'),
      },
    ],
    '/datasets/$datasetId/experiments/$experimentId': [
      { name: 'an experiment', path: experiment, ready: text('country 0?') },
    ],
    '/datasets/$datasetId/experiments/$experimentId/runs/$runId': [
      { name: 'a run', path: run(0), ready: text('the very city') },
      { name: 'a run that failed', path: run(5), ready: text('TimeoutError') },
      {
        name: 'a run next to its reference',
        path: run(0, '?diff=reference'),
        ready: text('No difference'),
      },
    ],
    '/datasets/$datasetId/compare': [
      {
        name: 'three experiments',
        path: compare(),
        ready: text('country 0?'),
        viewer: comparing,
        open: async (page, look) => {
          await page.getByRole('textbox', { name: /Filter examples/ }).fill('nonsense');
          await page.getByText(/Unknown name/).waitFor();
          await look('an invalid condition');
        },
      },
      {
        name: 'a filter that matches nothing',
        path: compare('&filter=latency_ms+%3C+0'),
        ready: text('No examples match'),
      },
      { name: 'the metrics', path: compare('&view=metrics'), ready: text('mean score') },
      {
        name: 'an example',
        path: (shown) =>
          compare(`&diff=base&exampleId=${encodeURIComponent(shown.examples[0]!)}`)(shown),
        ready: (page: Page) => page.locator('ins').first().waitFor(),
      },
    ],
  },
};
