import { screen } from '@testing-library/react/pure';
import { item, listTexts } from '../../../testing/elements.js';
import { aFailedRun, anEvaluation, aRun } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import type { ComparedRun } from '../api/comparison.js';
import { RunCell } from './run-cell.js';
import type { Directions } from './runs.js';

const scored = (score: number | null, label: string | null = null) =>
  aRun(0, {}, anEvaluation('exact', { score, label }));

const show = async (
  index: number,
  run?: ComparedRun,
  base?: ComparedRun,
  { runCount = 1, directions = new Map() as Directions } = {},
) => {
  const conditions: string[] = [];
  const onFilter = (condition: string) => conditions.push(condition);
  const page = await renderComponent(
    <RunCell {...{ index, run, base, runCount, directions, onFilter }} />,
  );
  return { page, conditions };
};

describe('a run in the comparison', () => {
  it.each([
    ['MAXIMIZE', 0, 'lower than in the base experiment, worse'],
    ['MAXIMIZE', 2, 'higher than in the base experiment, better'],
    ['MINIMIZE', 0, 'lower than in the base experiment, better'],
    ['MINIMIZE', 2, 'higher than in the base experiment, worse'],
    ['NONE', 2, 'higher than in the base experiment'],
  ] as const)('with the direction %s and the score %d is %s', async (direction, score, words) => {
    const directions: Directions = new Map([['exact', direction]]);
    await show(1, scored(score), scored(1), { directions });
    const verdict = /, (\w+)/.exec(words)?.[1] ?? null;
    // The style sheet colors it by this.
    const sign = screen.getByTitle(words);
    expect(sign.getAttribute('data-standing')).toBe(verdict);
  });

  it.each([
    ['of the base experiment', 0, scored(0), undefined],
    ['with the score of the base', 1, scored(1), scored(1)],
    ['without a score in the base', 1, scored(1), scored(null, 'right')],
  ])('has no such sign for one %s', async (_kind, index, run, base) => {
    await show(index, run, base);
    expect(screen.queryByLabelText(/in the base experiment/)).toBeNull();
  });

  it('filters by a clicked evaluation', async () => {
    const { page, conditions } = await show(1, scored(0, 'wrong'), scored(1, 'right'));
    await page.user.click(
      screen.getByRole('button', {
        name: /^exact *wrong *0 *lower than in the base experiment, worse$/,
      }),
    );
    expect(listTexts('menuitem')).toEqual([
      'Score is 0',
      'Score above 0',
      'Score below 0',
      'Score lower than in the base experiment',
      'Score higher than in the base experiment',
      'Same score as in the base experiment',
      'Label is wrong',
      'Label is not wrong',
    ]);
    await page.user.click(item('Score lower than in the base experiment'));
    expect(conditions).toEqual([
      "experiments[1].evals['exact'].score < experiments[0].evals['exact'].score",
    ]);
  });

  it('says why it failed, in place of its output', async () => {
    await show(0, aFailedRun(5));
    screen.getByText('TimeoutError: no answer');
    expect(screen.queryByText('–')).toBeNull();
  });

  it('shows an evaluation that failed, without filters', async () => {
    await show(0, aRun(0, {}, anEvaluation('exact', { error: 'No key.' })));
    screen.getByText('failed');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says which repetition it is if there are several, and links to its trace', async () => {
    const trace = { id: 'trace-1', projectId: 'project-1', traceId: 'abc' };
    await show(0, aRun(0, { repetitionNumber: 2, trace }), undefined, { runCount: 2 });
    screen.getByText('Repetition 2');
    expect(screen.getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(
      '/projects/project-1/traces/abc?timeRangeKey=all',
    );
  });

  it.each([
    [0, 'No run'],
    [2, 'No run for this repetition'],
  ])('can be missing, where there are %i runs', async (runCount, text) => {
    await show(0, undefined, undefined, { runCount });
    screen.getByText(text);
  });
});
