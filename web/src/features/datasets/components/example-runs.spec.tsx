import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff } from '../../../testing/answers.js';
import { button, row } from '../../../testing/elements.js';
import { InDataset } from '../../../testing/factories/datasets.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type ExampleRun, ExampleRunsQuery } from '../api/example-runs.js';
import { ExampleRuns } from './example-runs.js';

const aRun = (part: Partial<ExampleRun> = {}): ExampleRun => ({
  id: 'run-1',
  repetitionNumber: 1,
  output: { answer: 'Paris, of course' },
  error: null,
  latencyMs: 1500,
  traceId: null,
  trace: null,
  experiment: { id: 'experiment-1', name: 'short prompt', sequenceNumber: 4, repetitions: 1 },
  annotations: { edges: [] },
  ...part,
});
const evaluation = {
  id: 'evaluation-1',
  name: 'exact',
  label: 'verbose',
  score: 0.5,
  explanation: 'Too many words',
  error: null,
};
const made = (runs: ExampleRun[], hasNextPage = false) =>
  answer(ExampleRunsQuery, ({ id }) => ({
    node: {
      __typename: 'DatasetExample' as const,
      id,
      experimentRuns: { edges: runs.map((node) => ({ node })), pageInfo: { hasNextPage } },
    },
  }));
const RUNS = (
  <InDataset>
    <ExampleRuns exampleId="example-1" />
  </InDataset>
);

describe('the runs of an example', () => {
  it('are shown with their scores, and lead to their experiment and trace', async () => {
    const annotations = { edges: [{ node: evaluation }] };
    const trace = { id: 'trace-1', projectId: 'project-1' };
    await renderComponent(RUNS, [made([aRun({ annotations, traceId: 'abc', trace })])]);
    const run = within(row(/^#4 short prompt answer Paris, of course|^#4 short prompt Paris/));
    run.getByText('exact');
    expect(run.getByTitle('Too many words').textContent).toBe('exact verbose 0.5');
    run.getByText('1.5 s');
    expect(run.getByRole('link', { name: /short prompt/ }).getAttribute('href')).toBe(
      '/datasets/dataset-1/experiments/experiment-1/runs/run-1',
    );
    expect(run.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
      '/projects/project-1/traces/abc?timeRangeKey=all',
    );
  });

  it('show what failed, and which repetition they are', async () => {
    const experiment = { ...aRun().experiment, repetitions: 2 };
    const failed = { ...evaluation, label: null, score: null, error: 'No answer' };
    await renderComponent(RUNS, [
      made([
        aRun({
          repetitionNumber: 2,
          experiment,
          error: 'Timed out',
          annotations: { edges: [{ node: failed }] },
        }),
      ]),
    ]);
    screen.getByTitle('Repetition 2');
    screen.getByText('Timed out');
    screen.getByText('failed');
    expect(screen.queryByText(/Paris/)).toBeNull();
  });

  it('say that there are none yet', async () => {
    await renderComponent(RUNS, [made([])]);
    screen.getByText('No experiment has run on this example yet.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('are loaded in steps, and again after an error', async () => {
    const page = await renderComponent(RUNS, [cutOff(ExampleRunsQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(made([aRun()], true));
    await page.user.click(button('Try again'));
    page.answer(made([aRun(), aRun({ id: 'run-2' })]));
    await page.user.click(button('Show older runs'));
    expect(page.sent(ExampleRunsQuery).map(({ first }) => first)).toEqual([20, 20, 120]);
    expect(screen.getAllByRole('link', { name: /short prompt/ })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show older runs' })).toBeNull();
  });
});
