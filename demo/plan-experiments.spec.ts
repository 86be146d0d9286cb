import { HELP_QUESTIONS, REVISED_QUESTIONS } from './content/help-questions.ts';
import { durationOf, experiments } from './plan-experiments.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const plans = experiments(NOW);

describe('the experiments of the demo', () => {
  it('run every example equally often and end in the past', () => {
    expect(plans).toHaveLength(3);
    for (const { runs, repetitions } of plans) {
      const keys = runs.map(({ example, repetition }) => `${example} ${repetition}`);
      expect(keys).toHaveLength(REVISED_QUESTIONS.length * repetitions);
      expect(new Set(keys).size).toBe(keys.length);
      for (const run of runs) expect(run.startTimeMs + durationOf(run.trace)).toBeLessThan(NOW);
    }
  });

  it('are the same every time', () => {
    expect(experiments(NOW)).toEqual(plans);
  });

  it('improve from one to the next and contain a failure', () => {
    const means = plans.map(({ runs }) => {
      const verdicts = runs.flatMap((run) => run.verdicts);
      const scores = verdicts.filter(({ name }) => name === 'correctness');
      return scores.reduce((sum, { result }) => sum + result.score, 0) / scores.length;
    });
    expect(means).toEqual(means.toSorted((a, b) => a - b));
    const failed = plans.flatMap(({ runs }) => runs.filter(({ error }) => error !== null));
    expect(failed.length).toBeGreaterThan(0);
    for (const run of failed) expect([run.output, run.verdicts]).toEqual([null, []]);
  });

  it('use a dataset that has been revised', () => {
    const ids = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);
    expect(new Set(ids(REVISED_QUESTIONS)).size).toBe(REVISED_QUESTIONS.length);
    const gone = ids(HELP_QUESTIONS).filter((id) => !ids(REVISED_QUESTIONS).includes(id));
    expect(gone).toEqual(['fax']);
  });
});
