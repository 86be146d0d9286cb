import { screen, within } from '@testing-library/react/pure';
import { button, link, row } from '../../../testing/elements.js';
import { anExperimentRow, listAllExperiments } from '../../../testing/factories/experiments.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';
import { AllExperimentsQuery } from '../api/experiments-list.js';

const FIRST = anExperimentRow(1, 'first try');
const SECOND = anExperimentRow(2, 'second try', { metadata: { model: 'model-2' } });
const ELSEWHERE = anExperimentRow(1, 'elsewhere', {
  id: 'experiment-9',
  dataset: { id: 'dataset-2', name: 'rivers', project: null },
});

const select = (page: TestPage, name: string) =>
  page.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));

describe('the experiments of all datasets', () => {
  it('link to their datasets, and can be compared only within one', async () => {
    const page = await renderPage('/experiments', listAllExperiments(ELSEWHERE, SECOND, FIRST));
    screen.getByRole('heading', { name: 'Experiments', level: 1 });
    const dataset = within(row(/first try/)).getByRole('link', { name: 'capitals' });
    expect(dataset.getAttribute('href')).toBe('/datasets/dataset-1/experiments');
    expect(link('first try').getAttribute('href')).toBe(
      '/datasets/dataset-1/experiments/experiment-1',
    );
    await select(page, '#2 second try');
    await page.user.hover(button('Compare'));
    await screen.findByText('Select a second experiment to compare');
    await select(page, '#1 elsewhere');
    screen.getByText('2 experiments selected');
    expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull();
    await page.user.hover(button('Compare'));
    await screen.findByText('Only experiments of the same dataset can be compared');
    await select(page, '#1 elsewhere');
    await select(page, '#1 first try');
    // The oldest becomes the base experiment.
    expect(link('Compare').getAttribute('href')).toBe(
      '/datasets/dataset-1/compare?experimentId=experiment-1&experimentId=experiment-2',
    );
  });

  it('show the selected columns, and the address has them', async () => {
    const page = await renderPage('/experiments', listAllExperiments(SECOND));
    expect(page.sent(AllExperimentsQuery)[0]?.withMetadata).toBe(false);
    expect(screen.queryByText('model-2')).toBeNull();
    await page.user.click(button('Columns'));
    await page.user.click(screen.getByRole('checkbox', { name: 'Metadata' }));
    within(row(/second try/)).getByText('model-2');
    expect(page.address()).toMatch(/columns=.*,metadata/);
    expect(page.sent(AllExperimentsQuery).at(-1)?.withMetadata).toBe(true);
  });

  it('show the columns and the search of the address', async () => {
    const page = await renderPage(
      '/experiments?columns=name,metadata&q=second',
      listAllExperiments(SECOND),
    );
    within(row(/second try/)).getByText('model-2');
    expect(screen.queryByRole('columnheader', { name: 'Dataset' })).toBeNull();
    expect(page.sent(AllExperimentsQuery).at(-1)).toEqual({
      first: 50,
      after: null,
      text: 'second',
      withMetadata: true,
    });
  });
});
