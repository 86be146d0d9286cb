import { screen } from '@testing-library/react/pure';
import {
  anExperiment,
  anExperimentRow,
  aScoreSummary,
} from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ExperimentFigures } from './experiment-figures.js';

/** The text of the figure with a label. */
const figure = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the figures of an experiment', () => {
  it('are its runs, failures and scores, with the most frequent labels', async () => {
    const row = anExperimentRow(1, 'first try', {
      errorRunCount: 2,
      errorRate: 2 / 30,
      annotationSummaries: [aScoreSummary('exact', 0.5, 28), aScoreSummary('tone', null, 3)],
    });
    const labels = (given: Record<string, number>) =>
      Object.entries(given).map(([label, fraction]) => ({ label, fraction }));
    const experiment = anExperiment(row, {
      scores: [
        { annotationName: 'exact', labelFractions: labels({ wrong: 0.46, right: 0.54 }) },
        { annotationName: 'tone', labelFractions: labels({ c: 0.1, a: 0.6, b: 0.3 }) },
      ],
    });
    await renderComponent(<ExperimentFigures experiment={experiment} />);
    expect(['Runs', 'Errors', 'Latency', 'exact', 'tone'].map(figure)).toEqual([
      '30',
      '6.7%',
      '1 s',
      '0.5right 54%wrong 46%',
      'a 60%b 30%',
    ]);
  });

  it('are dashes before the first run', async () => {
    const row = anExperimentRow(1, 'first try', {
      runCount: 0,
      errorRate: null,
      annotationSummaries: [aScoreSummary('exact', null, 0)],
    });
    await renderComponent(<ExperimentFigures experiment={anExperiment(row)} />);
    expect(['Runs', 'Errors', 'exact'].map(figure)).toEqual(['0 / 30', '–', '–']);
  });
});
