import { screen } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { renderComponent } from '../../../testing/render-page.js';
import { DailyScoresQuery, ExperimentScoresQuery } from '../api/scores.js';
import { ExperimentHistory, RuleHistory } from './score-history.js';

const DAY_MS = 86_400_000;
const POINT = {
  count: 4,
  errorCount: 0,
  meanScore: 1,
  labelFractions: [{ label: 'right', fraction: 1 }],
};

const byExperiment = answer(ExperimentScoresQuery, {
  node: {
    __typename: 'DatasetEvaluator',
    id: 'use-1',
    experimentScores: [1, 2, 3].map((number) => ({
      ...POINT,
      experiment: { id: `experiment-${number}`, name: `prompt ${number}`, sequenceNumber: number },
    })),
  },
});

const slider = () => screen.getByRole('slider', { name: /^Labels/ });

describe('the scores by experiment', () => {
  const history = <ExperimentHistory useId="use-1" datasetId="dataset-1" />;

  it.each([
    ['opens the experiment of one bar', '{Home}{Enter}', '/experiments/experiment-1'],
    [
      'compares the experiments of several bars',
      '{End}{Shift>}{ArrowLeft}{/Shift}{Enter}',
      '/compare?experimentId=["experiment-2","experiment-3"]',
    ],
  ])('%s', async (_name, keys, target) => {
    const page = await renderComponent(history, [byExperiment]);
    slider().focus();
    await page.user.keyboard(keys);
    expect(decodeURIComponent(page.address())).toBe(`/datasets/dataset-1${target}`);
  });

  it('say why they cannot be read', async () => {
    await renderComponent(history, [refuse(ExperimentScoresQuery, 'Try again later.')]);
    screen.getByText('Try again later.');
  });
});

describe('the scores by day', () => {
  const rule = {
    id: 'rule-1',
    name: 'live truth',
    isEnabled: true,
    project: { id: 'project-1', name: 'travel guide' },
  };
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const byDay = answer(DailyScoresQuery, {
    node: {
      __typename: 'EvaluationRule',
      id: 'rule-1',
      dailyScores: [{ ...POINT, day: new Date(today).toISOString() }],
    },
  });

  it('open the traces of a day', async () => {
    const page = await renderComponent(
      <RuleHistory rule={{ ...rule, tracesProject: { id: 'project-2' } }} />,
      [byDay],
    );
    slider().focus();
    await page.user.keyboard('{Home}{Enter}');
    const [path, search] = page.address().split('?');
    expect(path).toBe('/projects/project-2/traces');
    const range = new URLSearchParams(search);
    const start = new Date(today - 29 * DAY_MS).toISOString();
    expect(range.get('timeRangeStart')).toBe(start);
    expect(range.get('timeRangeEnd')).toBe(new Date(today - 28 * DAY_MS).toISOString());
  });

  it('open nothing if the traces are gone', async () => {
    const page = await renderComponent(<RuleHistory rule={{ ...rule, tracesProject: null }} />, [
      byDay,
    ]);
    slider().focus();
    await page.user.keyboard('{Home}{Enter}');
    expect(page.address()).toBe('/');
  });
});
