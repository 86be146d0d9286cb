import { screen } from '@testing-library/react/pure';
import { answer } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { DATASET } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ExperimentChoicesQuery } from '../api/compared-experiments.js';
import { AddExperiment } from './add-experiment.js';

const choices = (...names: string[]) => ({
  node: {
    __typename: 'Dataset' as const,
    id: DATASET.id,
    experiments: {
      edges: names.map((name, index) => ({
        node: {
          id: `experiment-${index + 1}`,
          name,
          sequenceNumber: index + 1,
          isBaseline: index === 0,
          createdAt: '2026-02-03T04:05:06Z',
        },
      })),
    },
  },
});

describe('the choice of another experiment to compare', () => {
  it('finds experiments that are not compared yet, and adds one', async () => {
    const added: string[] = [];
    const page = await renderComponent(
      <AddExperiment
        datasetId={DATASET.id}
        comparedIds={['experiment-2']}
        onAdd={(id) => added.push(id)}
      />,
      [
        answer(ExperimentChoicesQuery, ({ text }) =>
          text === 'none' ? choices() : choices('first try', 'second try', 'half way'),
        ),
      ],
    );
    await page.user.click(button('Add experiment'));
    screen.getByRole('button', { name: /^#1 first try.*baseline/ });
    expect(screen.queryByRole('button', { name: /second try/ })).toBeNull();
    await page.fill(field('Find an experiment by name or description'), 'none');
    await screen.findByText('No experiments match.');
    await page.fill(field('Find an experiment by name or description'), 'half');
    await page.user.click(await screen.findByRole('button', { name: /half way/ }));
    expect(added).toEqual(['experiment-3']);
    expect(page.sent(ExperimentChoicesQuery).at(-1)).toEqual({
      datasetId: DATASET.id,
      text: 'half',
    });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is not offered if there are as many as users can tell apart', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => `experiment-${index}`);
    await renderComponent(
      <AddExperiment datasetId={DATASET.id} comparedIds={eight} onAdd={() => undefined} />,
    );
    expect(button('Add experiment')).toHaveProperty('disabled', true);
  });
});
