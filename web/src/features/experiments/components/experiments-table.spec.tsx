import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field, item, link, listTexts, row } from '../../../testing/elements.js';
import {
  anExperimentRow,
  aScoreSummary,
  DATASET,
  listExperiments,
} from '../../../testing/factories/experiments.js';
import { renderComponent, type TestPage } from '../../../testing/render-page.js';
import {
  DeleteExperimentsMutation,
  EditableExperimentQuery,
  PatchExperimentMutation,
  SetExperimentBaselineMutation,
} from '../api/experiment-mutations.js';
import { DatasetExperimentsQuery } from '../api/experiments-list.js';
import { DatasetExperiments } from '../routes/dataset-experiments.js';

const FIRST = anExperimentRow(1, 'first try', {
  errorRunCount: 2,
  errorRate: 2 / 30,
  annotationSummaries: [aScoreSummary('exact', 0.536, 28)],
});
const SECOND = anExperimentRow(2, 'second try', {
  annotationSummaries: [aScoreSummary('exact', 0.6667, 20)],
});
const THIRD = anExperimentRow(3, 'half way', { runCount: 10, expectedRunCount: 60 });
const ALL = [THIRD, SECOND, FIRST];

const open = (rows = ALL, as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(<DatasetExperiments dataset={DATASET} />, listExperiments(...rows), { as });
const choose = async ({ user }: TestPage, name: string, action: string) => {
  await user.click(button(`Actions for ${name}`));
  await user.click(item(action));
};
const select = (page: TestPage, name: string) =>
  page.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

describe('the experiments of a dataset', () => {
  it('are listed in the order of the server, with their runs, failures and scores', async () => {
    const page = await open();
    const [, ...rows] = listTexts('row');
    expect(rows[0]).toMatch(/half way.*10 \/ 60/);
    expect(rows[1]).toMatch(/second try.*20\/300\.667/);
    expect(rows[2]).toMatch(/first try.*0\.536.*30.*6\.7%/);
    expect(rows[2]).not.toContain('28/28');
    screen.getByText('3 experiments');
    expect(page.sent(DatasetExperimentsQuery)).toEqual([
      { id: DATASET.id, first: 50, after: null, text: null, withMetadata: false },
    ]);
  });

  it('are found by name and description, and the address has the search', async () => {
    const page = await open();
    page.answer(
      answer(DatasetExperimentsQuery, ({ text }) => ({
        node: {
          __typename: 'Dataset' as const,
          id: DATASET.id,
          experiments: aConnection(text === 'sentences' ? [SECOND] : text === null ? ALL : []),
        },
      })),
    );
    await page.fill(field('Find experiments by name or description'), 'sentences');
    await page.user.keyboard('{Enter}');
    expect(listTexts('row')).toHaveLength(2);
    expect(page.sent(DatasetExperimentsQuery).at(-1)?.text).toBe('sentences');
    expect(page.address()).toBe('/?q=sentences');
    await page.fill(field('Find experiments by name or description'), 'nothing like it');
    await page.user.keyboard('{Enter}');
    screen.getByText('No experiments match');
    await page.user.click(button('Show all experiments'));
    expect(listTexts('row')).toHaveLength(4);
    expect(page.address()).toBe('/');
  });

  it('can be loaded again after an error', async () => {
    const page = await renderComponent(<DatasetExperiments dataset={DATASET} />, [
      ...listExperiments(),
      cutOff(DatasetExperimentsQuery),
    ]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(...listExperiments(FIRST));
    await page.user.click(button('Try again'));
    link('first try');
  });

  it('can be selected with Shift, and all at once', async () => {
    const page = await open();
    await select(page, '#3 half way');
    await page.user.keyboard('{Shift>}');
    await select(page, '#1 first try');
    await page.user.keyboard('{/Shift}');
    screen.getByText('3 experiments selected');
    await page.user.click(button('Clear selection'));
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all listed experiments' }));
    screen.getByText('3 experiments selected');
  });

  it('can be selected by viewers, but only to compare them', async () => {
    const page = await open(ALL, 'VIEWER');
    await select(page, '#1 first try');
    await select(page, '#2 second try');
    bar().getByRole('link', { name: 'Compare' });
    expect(bar().queryAllByRole('button')).toEqual([button('Clear selection')]);
  });

  it('have one baseline, which another can replace', async () => {
    const page = await open();
    const accept = (id: string, previous: typeof FIRST | null) =>
      page.answer(
        answer(SetExperimentBaselineMutation, {
          setExperimentBaseline: {
            experiment: { id, isBaseline: true },
            previousBaselineExperiment: previous && { ...previous, isBaseline: false },
          },
        }),
      );
    accept(FIRST.id, null);
    page.answer(...listExperiments(THIRD, SECOND, { ...FIRST, isBaseline: true }));
    await choose(page, 'first try', 'Set as baseline');
    screen.getByText('first try is now the baseline');
    within(row(/first try/)).getByText('Baseline');

    await select(page, '#2 second try');
    accept(SECOND.id, FIRST);
    page.answer(...listExperiments(THIRD, { ...SECOND, isBaseline: true }, FIRST));
    await page.user.click(bar().getByRole('button', { name: 'Set as baseline' }));
    await screen.findByText('second try is now the baseline instead of first try');
    within(row(/second try/)).getByText('Baseline');
    expect(screen.getAllByText('Baseline')).toHaveLength(1);

    bar().getByRole('button', { name: 'Remove as baseline' });
    await choose(page, 'second try', 'Remove as baseline');
    await screen.findByText('second try is no longer the baseline');
    expect(page.sent(SetExperimentBaselineMutation)).toEqual([
      { experimentId: FIRST.id, baseline: true },
      { experimentId: SECOND.id, baseline: true },
      { experimentId: SECOND.id, baseline: false },
    ]);
  });

  it('keep their baseline if the server refuses another', async () => {
    const page = await open();
    page.answer(refuse(SetExperimentBaselineMutation, 'It is ephemeral.'));
    await choose(page, 'first try', 'Set as baseline');
    screen.getByText('It is ephemeral.');
    expect(page.sent(DatasetExperimentsQuery)).toHaveLength(1);
  });

  it('are renamed and described from their menu', async () => {
    const page = await open();
    page.answer(
      answer(EditableExperimentQuery, {
        node: {
          __typename: 'Experiment',
          id: SECOND.id,
          name: 'second try',
          description: null,
          metadata: { model: 'model-2' },
        },
      }),
      refuse(PatchExperimentMutation, 'The name is too long.'),
    );
    await choose(page, 'second try', 'Edit…');
    const dialog = within(screen.getByRole('dialog', { name: 'Edit experiment' }));
    await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'second attempt');
    const metadata = dialog.getByRole('textbox', { name: 'Metadata' });
    expect(metadata.textContent).toContain('model-2');
    await page.fill(metadata, '{ "model": ');
    await page.user.click(button('Save experiment'));
    dialog.getByText(/^Line 1/);
    expect(page.sent(PatchExperimentMutation)).toEqual([]);
    await page.fill(metadata, '{ "seed": 7 }');
    await page.user.click(button('Save experiment'));
    within(dialog.getByRole('alert')).getByText('The name is too long.');
    page.answer(
      answer(PatchExperimentMutation, { patchExperiment: { experiment: { id: SECOND.id } } }),
      ...listExperiments(THIRD, { ...SECOND, name: 'second attempt' }, FIRST),
    );
    await page.user.click(button('Save experiment'));
    link('second attempt');
    await screen.findByText('Experiment second attempt saved');
    expect(page.sent(PatchExperimentMutation).at(-1)).toEqual({
      input: {
        experimentId: SECOND.id,
        name: 'second attempt',
        description: '',
        metadata: { seed: 7 },
      },
    });
  });

  it('are deleted only after typing the name, with a warning about the consequences', async () => {
    const page = await open([{ ...FIRST, project: { id: 'project-1', name: 'first' } }]);
    page.answer(refuse(DeleteExperimentsMutation, 'It does not exist.', 'NOT_FOUND'));
    await choose(page, 'first try', 'Delete…');
    const dialog = within(screen.getByRole('dialog', { name: 'Delete first try' }));
    dialog.getByText('30 runs');
    dialog.getByText(/with all evaluations, and the traces of its project\./);
    const confirm = dialog.getByRole('button', { name: 'Delete experiment' });
    expect(confirm).toHaveProperty('disabled', true);
    await page.fill(dialog.getByRole('textbox'), 'first try');
    await page.user.click(confirm);
    within(dialog.getByRole('alert')).getByText('It does not exist.');
    page.answer(
      answer(DeleteExperimentsMutation, { deleteExperiments: { experiments: [] } }),
      ...listExperiments(),
    );
    await page.user.click(confirm);
    screen.getByRole('heading', { name: 'Run your first experiment' });
    await screen.findByText('first try deleted');
    expect(page.sent(DeleteExperimentsMutation).at(-1)).toEqual({
      input: { experimentIds: [FIRST.id] },
    });
  });

  it('are deleted together, with another phrase to type', async () => {
    const page = await open();
    await select(page, '#1 first try');
    await select(page, '#2 second try');
    await page.user.click(bar().getByRole('button', { name: 'Delete…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete 2 experiments' }));
    dialog.getByText('60 runs');
    dialog.getByText('second try, first try');
    page.answer(
      answer(DeleteExperimentsMutation, { deleteExperiments: { experiments: [] } }),
      ...listExperiments(THIRD),
    );
    await page.fill(dialog.getByRole('textbox'), 'delete 2 experiments');
    await page.user.click(dialog.getByRole('button', { name: 'Delete 2 experiments' }));
    expect(page.sent(DeleteExperimentsMutation)).toEqual([
      { input: { experimentIds: [SECOND.id, FIRST.id] } },
    ]);
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  });
});
