import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, item, listTexts, option, row } from '../../../testing/elements.js';
import { aBuiltIn, anEvaluatorRow } from '../../../testing/factories/dataset-evaluators.js';
import { DATASET_ID } from '../../../testing/factories/datasets.js';
import {
  aJudgeTemplate,
  aLabelOutput,
  aListedBuiltIn,
  aListedJudge,
} from '../../../testing/factories/evaluators.js';
import { renderComponent } from '../../../testing/render-page.js';
import { AllEvaluatorsQuery } from '../api/all-evaluators.js';
import { RemoveEvaluatorsMutation } from '../api/evaluator-mutations.js';
import { type EvaluatorRow, EvaluatorsListQuery } from '../api/evaluators-list.js';
import { JudgeTemplatesQuery } from '../api/starting-points.js';
import { DatasetEvaluators } from './dataset-evaluators.js';

const LIST = <DatasetEvaluators dataset={{ id: DATASET_ID, name: 'capitals' }} />;
const NEW = `/datasets/${DATASET_ID}/evaluators/new`;

const listed = (...rows: EvaluatorRow[]) =>
  answer(EvaluatorsListQuery, {
    node: { __typename: 'Dataset', id: DATASET_ID, datasetEvaluators: aConnection(rows) },
  });

const aBuiltInRow = () =>
  anEvaluatorRow({
    id: 'use-2',
    name: 'names the country',
    description: null,
    project: null,
    outputConfigs: [aLabelOutput('named', 'not named')],
    evaluator: { ...aBuiltIn(), __typename: 'BuiltInEvaluator', kind: 'BUILTIN' },
  });

describe('the evaluators of a dataset', () => {
  it.each([
    ['VIEWER', /runs an experiment .* Members and administrators can add evaluators\.$/, 0],
    ['MEMBER', /all of its evaluators judge every run\.$/, 1],
  ] as const)('are explained to a %s if there are none', async (as, text, buttons) => {
    await renderComponent(LIST, [listed()], { as });
    screen.getByText(text);
    expect(screen.queryAllByRole('button', { name: 'Add evaluator' })).toHaveLength(buttons);
  });

  it('are listed with what they judge with and answer', async () => {
    const code = {
      __typename: 'CodeEvaluator',
      id: 'code-1',
      name: 'lengths',
      kind: 'CODE',
    } as const;
    const page = await renderComponent(LIST, [
      listed(
        anEvaluatorRow(),
        aBuiltInRow(),
        anEvaluatorRow({
          id: 'use-3',
          name: 'compares lengths',
          outputConfigs: [],
          evaluator: { ...code, language: 'TYPESCRIPT' },
        }),
      ),
    ]);
    row(/^truth LLM judge small Compares the countries\. right \(1\), wrong \(0\)/);
    row(/^names the country Built-in Contains .*named \(1\), not named \(0\)/);
    row(/^compares lengths Code TypeScript/);
    screen.getByText('3 evaluators');
    expect(page.sent(EvaluatorsListQuery)).toEqual([
      {
        id: DATASET_ID,
        first: 50,
        after: null,
        sort: { col: 'createdAt', dir: 'desc' },
        filter: null,
      },
    ]);
  });

  it.each([
    ['VIEWER', 'an LLM judge', anEvaluatorRow(), ['Open prompt', 'Traces', 'Copy ID']],
    ['VIEWER', 'a built-in one', aBuiltInRow(), ['Copy ID']],
    [
      'MEMBER',
      'an LLM judge',
      anEvaluatorRow(),
      ['Open prompt', 'Traces', 'Copy ID', 'Edit', 'Remove…'],
    ],
  ] as const)('offer a %s the actions for %s', async (as, _kind, evaluator, actions) => {
    const page = await renderComponent(LIST, [listed(evaluator)], { as });
    expect(screen.queryAllByRole('button', { name: 'Add evaluator' })).toHaveLength(
      as === 'VIEWER' ? 0 : 1,
    );
    await page.user.click(button(`Actions for ${evaluator.name}`));
    expect(listTexts('menuitem')).toEqual(actions);
  });

  it('link to their prompts, traces and forms', async () => {
    const page = await renderComponent(LIST, [listed(anEvaluatorRow())]);
    await page.user.click(button('Actions for truth'));
    const targets = ['Open prompt', 'Traces', 'Edit'].map((name) =>
      item(name).getAttribute('href'),
    );
    expect(targets).toEqual([
      '/prompts/prompt-1',
      '/projects/project-1/traces?timeRangeKey=all',
      `/datasets/${DATASET_ID}/evaluators/use-1`,
    ]);
  });

  it('are removed, with their prompt if the user wants that', async () => {
    const page = await renderComponent(LIST, [
      listed(anEvaluatorRow()),
      answer(RemoveEvaluatorsMutation, { deleteDatasetEvaluators: { datasetEvaluatorIds: [] } }),
    ]);
    await page.user.click(button('Actions for truth'));
    await page.user.click(item('Remove…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove truth' }));
    dialog.getByText(/This also deletes the traces of its evaluations\./);
    await page.user.click(dialog.getByRole('checkbox', { name: 'Also delete its prompt truth' }));
    page.answer(listed());
    await page.user.click(dialog.getByRole('button', { name: 'Remove evaluator' }));
    await screen.findByText('Evaluator truth removed');
    screen.getByText('No evaluators yet');
    expect(page.sent(RemoveEvaluatorsMutation)).toEqual([
      { input: { datasetEvaluatorIds: ['use-1'], deleteAssociatedPrompt: true } },
    ]);
  });

  it('stay if the server refuses to remove them', async () => {
    const page = await renderComponent(LIST, [
      listed(aBuiltInRow()),
      refuse(RemoveEvaluatorsMutation, 'You may not change this dataset.', 'FORBIDDEN'),
    ]);
    await page.user.click(button('Actions for names the country'));
    await page.user.click(item('Remove…'));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await page.user.click(button('Remove evaluator'));
    within(screen.getByRole('alert')).getByText('You may not change this dataset.');
    expect(page.sent(RemoveEvaluatorsMutation)).toEqual([
      { input: { datasetEvaluatorIds: ['use-2'], deleteAssociatedPrompt: false } },
    ]);
  });

  it('are filtered by name', async () => {
    const page = await renderComponent(LIST, [
      answer(EvaluatorsListQuery, ({ filter }) => ({
        node: {
          __typename: 'Dataset' as const,
          id: DATASET_ID,
          datasetEvaluators: aConnection(filter ? [] : [anEvaluatorRow()]),
        },
      })),
    ]);
    await page.fill(field('Filter evaluators by name'), 'correct');
    await screen.findByText('No name contains “correct”.');
    expect(page.sent(EvaluatorsListQuery).at(-1)?.filter).toEqual({
      col: 'name',
      value: 'correct',
    });
    await page.user.click(button('Show all evaluators'));
    row(/^truth/);
  });
});

describe('the menu that adds an evaluator to a dataset', () => {
  it('leads to the form of each kind', async () => {
    const page = await renderComponent(LIST, [listed()]);
    await page.user.click(button('Add evaluator'));
    const links = screen
      .getAllByRole('menuitem')
      .filter((one) => one.hasAttribute('href'))
      .map((one) => one.getAttribute('href'));
    expect(links).toEqual([
      NEW,
      `${NEW}?code=true`,
      `${NEW}?builtIn=contains`,
      `${NEW}?builtIn=exact_match`,
      `${NEW}?builtIn=regex`,
      `${NEW}?builtIn=levenshtein_distance`,
      `${NEW}?builtIn=json_distance`,
    ]);
  });

  it('offers the templates of LLM judges', async () => {
    const page = await renderComponent(LIST, [
      listed(),
      answer(JudgeTemplatesQuery, {
        classificationEvaluatorConfigs: [
          aJudgeTemplate(),
          aJudgeTemplate({ name: 'faithfulness' }),
        ],
      }),
    ]);
    await page.user.click(button('Add evaluator'));
    await page.user.click(item('From a template…'));
    const templates = within(screen.getByRole('dialog')).getAllByRole('link');
    expect(templates.map((one) => one.getAttribute('href'))).toEqual([
      `${NEW}?template=correctness`,
      `${NEW}?template=faithfulness`,
    ]);
    expect(templates[0]?.textContent).toContain('Whether the answer is correct.');
  });

  it('finds an existing evaluator', async () => {
    const page = await renderComponent(LIST, [
      listed(),
      answer(AllEvaluatorsQuery, { evaluators: aConnection([aListedJudge(), aListedBuiltIn()]) }),
    ]);
    await page.user.click(button('Add evaluator'));
    await page.user.click(item('Existing evaluator…'));
    await page.user.click(button('Continue'));
    screen.getByText('Choose an evaluator.');
    await page.fill(choice('Evaluator'), 'tells');
    expect(listTexts('option')).toEqual(['tells the truth · LLM judge · small']);
    expect(page.sent(AllEvaluatorsQuery).at(-1)).toEqual({
      first: 50,
      filter: { col: 'name', value: 'tells' },
    });
    await page.user.click(option('tells the truth · LLM judge · small'));
    expect(screen.queryByText('Choose an evaluator.')).toBeNull();
    await page.user.click(button('Continue'));
    expect(page.address()).toBe(`${NEW}?evaluator=judge-1`);
  });
});
