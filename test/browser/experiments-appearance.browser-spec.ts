import type { Page } from 'playwright-core';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { experimentsToShow, type ShownExperiments } from './experiments-to-show.js';

describe('every page of experiments looks right:', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownExperiments;
  let emptyDataset: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    shown = await experimentsToShow(server);
    const { id } = await aDataset(server);
    emptyDataset = globalId('Dataset', id);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  /** Opens a page, performs some steps, and checks how it looks. */
  async function check(path: string, ready: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.open(`${server.url}${path}`);
    await ready(page);
    expect(await appearanceProblems(page)).toEqual([]);
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(page);
  }

  const compare = (more = '') => {
    const ids = shown.experiments.map((id) => `experimentId=${encodeURIComponent(id)}`);
    return `/datasets/${shown.dataset}/compare?${ids.join('&')}${more}`;
  };
  const experiment = () => `/datasets/${shown.dataset}/experiments/${shown.experiments[0]}`;
  const text = (wanted: string) => (page: Page) => page.getByText(wanted).first().waitFor();

  it('all experiments', () => check('/experiments', text('first try')));
  it('the experiments of a dataset, some of them selected', () =>
    check(`/datasets/${shown.dataset}/experiments`, async (page) => {
      await page.getByRole('checkbox', { name: 'Select #1 first try' }).click();
      await page.getByText('1 experiment selected').waitFor();
    }));
  it('a dataset without experiments', () =>
    check(`/datasets/${emptyDataset}/experiments`, text('Run your first experiment')));
  it('an experiment', () => check(experiment(), text('country 0?')));
  it('a run', () => check(`${experiment()}/runs/${shown.runs[0]}`, text('the very city')));
  it('a run that failed', () =>
    check(`${experiment()}/runs/${shown.runs[5]}`, text('TimeoutError')));
  it('a run next to its reference', () =>
    check(`${experiment()}/runs/${shown.runs[0]}?diff=reference`, text('No difference')));
  it('the comparison', () => check(compare(), text('country 0?')));
  it('the comparison with a filter that matches nothing', () =>
    check(compare('&filter=latency_ms+%3C+0'), text('No examples match')));
  it('an invalid condition', () =>
    check(compare(), async (page) => {
      await page.getByRole('textbox', { name: /Filter examples/ }).fill('nonsense');
      await page.getByText(/Unknown name/).waitFor();
    }));
  it('the metrics', () => check(compare('&view=metrics'), text('mean score')));
  it('an example', () =>
    check(compare(`&diff=base&exampleId=${encodeURIComponent(shown.examples[0]!)}`), (page) =>
      page.locator('ins').first().waitFor(),
    ));
});
