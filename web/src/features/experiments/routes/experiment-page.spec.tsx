import { screen, within } from '@testing-library/react/pure';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, link, listTexts } from '../../../testing/elements.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import {
  aFailedRun,
  aJob,
  anEvaluation,
  anExperiment,
  anExperimentRow,
  aRun,
  aScoreSummary,
  experimentPath,
  showExperiment,
} from '../../../testing/factories/experiments.js';
import { renderPage } from '../../../testing/render-page.js';
import { ExperimentQuery } from '../api/experiment.js';
import { StopExperimentMutation } from '../api/experiment-job.js';
import { RunQuery } from '../api/run.js';
import { RunsQuery } from '../api/runs-list.js';

const ROW = anExperimentRow(1, 'first try', {
  annotationSummaries: [aScoreSummary('exact', 0.5)],
});
const EXPERIMENT = anExperiment(ROW);
const TRACE = { id: 'trace-1', projectId: 'project-1', traceId: 'abc' };
const RUNS = [
  aRun(0, { trace: TRACE }, anEvaluation('exact', { label: 'right', score: 1 })),
  aRun(4, { output: 'The capital is the beautiful City 4.' }),
  aFailedRun(5),
];
const SHOWN = [
  ...showExperiment(EXPERIMENT, RUNS),
  answer(RunQuery, ({ id }) => ({
    node: RUNS.find((run) => run.id === id) ?? { __typename: 'Dataset' as const },
  })),
];

const open = (rest = '', as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderPage(experimentPath(1, rest), SHOWN, { as });
const panel = () => within(screen.getByRole('region', { name: 'Run' }));
const input = () => panel().getByRole('region', { name: 'Input' }).textContent;

describe('the page of an experiment', () => {
  it('shows where it comes from', async () => {
    const origin = anExperiment(
      { ...ROW, description: 'Asks for whole sentences.', isBaseline: true, repetitions: 2 },
      { metadata: { model: 'model-2' }, projectName: 'gone' },
    );
    await renderPage(experimentPath(1), showExperiment(origin, []));
    screen.getByRole('heading', { name: '#1 first try', level: 1 });
    screen.getByText('Baseline');
    screen.getByText('Asks for whole sentences.');
    screen.getByText('model-2');
    const facts = listTexts('listitem').join(' · ');
    expect(facts).toMatch(/on capitals, version 1 · 2 repetitions · project gone has been deleted/);
    const dataset = screen.getAllByRole('link', { name: 'capitals' }).at(-1);
    expect(dataset?.getAttribute('href')).toBe('/datasets/dataset-1/experiments');
    screen.getByText('No runs yet');
    expect(document.title).toMatch(/^#1 first try/);
  });

  it('compares it with the baseline of the dataset', async () => {
    const baselineExperiment = { id: 'experiment-2' };
    const compared = anExperiment(ROW, { dataset: { ...EXPERIMENT.dataset, baselineExperiment } });
    await renderPage(experimentPath(1), showExperiment(compared, []));
    expect(link('Compare with baseline').getAttribute('href')).toBe(
      '/datasets/dataset-1/compare?experimentId=experiment-2&experimentId=experiment-1',
    );
  });

  it('lists the runs in the order of the examples, or by latency or score', async () => {
    const page = await open();
    const [, first, , failed] = listTexts('row');
    expect(first).toMatch(/country 0\?.*City 0\..*right1/);
    expect(failed).toMatch(/country 5\?Error.*TimeoutError: no answer/);
    screen.getByText('3 runs');
    await page.user.click(button('Latency'));
    expect(page.address()).toBe(experimentPath(1, '?sort=-latencyMs'));
    await page.user.click(button('exact'));
    expect(page.address()).toBe(experimentPath(1, '?sort=-score:exact'));
    await page.user.click(button('Sort by example'));
    expect(page.address()).toBe(experimentPath(1));
    expect(page.sent(RunsQuery)).toEqual(
      [
        null,
        { col: { metric: 'latencyMs' }, dir: 'desc' },
        { col: { annotationName: 'exact' }, dir: 'desc' },
        null,
      ].map((sort) => ({ id: EXPERIMENT.id, first: 50, after: null, sort })),
    );
  });

  it('opens a run at its own address, and goes to the next with a key', async () => {
    const page = await open();
    await page.user.click(screen.getByRole('link', { name: /country 0\?/ }));
    expect(page.address()).toBe(experimentPath(1, '/runs/run-0'));
    expect(input()).toContain('country 0?');
    panel().getByText('q-0');
    expect(panel().getByRole('region', { name: 'Evaluations' }).textContent).toContain('right');
    await page.user.keyboard('j');
    expect(input()).toContain('country 4?');
    expect(page.address()).toBe(experimentPath(1, '/runs/run-4'));
    await page.user.keyboard('k');
    expect(input()).toContain('country 0?');
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Run' })).toBeNull();
    expect(page.address()).toBe(experimentPath(1));
  });

  it('shows how an output differs from the reference, and the address says so', async () => {
    const page = await open('/runs/run-4');
    expect(panel().queryAllByRole('insertion')).toEqual([]);
    panel().getByRole('region', { name: 'Reference' });
    await page.user.click(panel().getByRole('switch', { name: 'Differences from the reference' }));
    expect(page.address()).toContain('diff=reference');
    expect(panel().getByRole('insertion').textContent).toContain('the beautiful');
    expect(panel().queryByRole('region', { name: 'Reference' })).toBeNull();
  });

  it('shows the differences if the address says so', async () => {
    await open('/runs/run-4?diff=reference');
    expect(panel().getByRole('insertion').textContent).toContain('the beautiful');
  });

  it('links from a run to its trace', async () => {
    await open('/runs/run-0');
    expect(panel().getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(
      '/projects/project-1/traces/abc?timeRangeKey=all',
    );
  });

  it('says how many calls of a run have no price, with links that set prices', async () => {
    const costSummary = { ...NO_COSTS, spanCount: 3, unpricedSpanCount: 3 };
    const page = await renderPage(experimentPath(1, '/runs/run-0'), [
      ...SHOWN,
      answer(RunQuery, { node: aRun(0, { trace: TRACE, costSummary }) }),
    ]);
    panel().getByLabelText('no cost, 3 of 3 calls not priced');
    page.answer(
      answer(UnpricedModelsQuery, {
        node: {
          __typename: 'Trace',
          id: TRACE.id,
          unpricedModels: [{ name: 'new-1', provider: null, spanCount: 3, tokenCountTotal: 9 }],
        },
      }),
    );
    await page.user.click(panel().getByRole('button', { name: '3 of 3 calls not priced' }));
    expect(page.sent(UnpricedModelsQuery)).toEqual([{ id: TRACE.id }]);
    link('Set price');
  });

  it.each([
    ['2 failures', 'Show the 2 failures', 2],
    ['1 failure', 'Show the failure', 1],
  ])('shows why a run failed, and links to the list of %s', async (_count, name, errorRunCount) => {
    const failed = anExperiment({ ...ROW, errorRunCount });
    await renderPage(experimentPath(1, '/runs/run-5'), [...SHOWN, ...showExperiment(failed, RUNS)]);
    within(panel().getByRole('alert')).getByText('TimeoutError: no answer');
    const { searchParams } = new URL(link(name).getAttribute('href')!, 'http://localhost');
    expect([...searchParams]).toEqual([
      ['experimentId', 'experiment-1'],
      ['filter', 'error is not None'],
    ]);
  });

  it('reports a missing experiment', async () => {
    const page = await renderPage(experimentPath(9), [
      refuse(ExperimentQuery, 'It does not exist.', 'NOT_FOUND'),
    ]);
    screen.getByText('Experiment not found');
    button('Experiments in this dataset');
    expect(page.sent(ExperimentQuery)).toEqual([{ id: 'experiment-9' }]);
  });

  it('reports a missing run over the list', async () => {
    await renderPage(experimentPath(1, '/runs/run-9'), [
      ...SHOWN,
      refuse(RunQuery, 'It does not exist.', 'NOT_FOUND'),
    ]);
    panel().getByText('Run not found');
    screen.getByText('3 runs');
  });

  it.each([
    ['an experiment', ExperimentQuery, experimentPath(1)],
    ['its runs', RunsQuery, experimentPath(1)],
    ['a run', RunQuery, experimentPath(1, '/runs/run-0')],
  ])('tries again if %s cannot be read', async (_what, document, path) => {
    const page = await renderPage(path, [...SHOWN, cutOff(document)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(...SHOWN);
    await page.user.click(button('Try again'));
    screen.getByText('3 runs');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has buttons for an experiment that the server runs', async () => {
    const page = await renderPage(experimentPath(1), [
      ...showExperiment(EXPERIMENT, RUNS, aJob()),
      answer(StopExperimentMutation, { stopExperiment: { job: aJob({ status: 'STOPPED' }) } }),
    ]);
    screen.getByRole('region', { name: 'Run on the server' });
    await page.user.click(button('Stop'));
    expect(page.sent(StopExperimentMutation)).toEqual([{ id: EXPERIMENT.id }]);
  });

  it('can be opened by viewers, without controls that change it', async () => {
    const page = await open('/runs/run-0', 'VIEWER');
    expect(panel().getByRole('region', { name: 'Evaluations' }).textContent).toContain('right');
    await page.user.keyboard('{Escape}');
    await page.user.click(button('Actions for first try'));
    expect(listTexts('menuitem')).toEqual(['Copy ID', 'Download CSV', 'Download JSON']);
  });
});
