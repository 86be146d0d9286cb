import { screen, within } from '@testing-library/react/pure';
import { PromptVersionQuery } from '../../../components/prompt-editor/version.js';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, link } from '../../../testing/elements.js';
import {
  anAttached,
  LIST_LOADS,
  TWO_EXAMPLES,
} from '../../../testing/factories/dataset-evaluators.js';
import { DATASET_ID } from '../../../testing/factories/datasets.js';
import {
  aCodeEvaluator,
  aJudge,
  aLabelOutput,
  answerTest,
  PROMPT_FORM,
} from '../../../testing/factories/evaluators.js';
import { aTextMessage, aVersion } from '../../../testing/factories/prompts.js';
import { renderPage } from '../../../testing/render-page.js';
import { type AttachedEvaluator, DatasetEvaluatorQuery } from '../api/evaluator.js';
import {
  CreateCodeVersionMutation,
  UpdateBuiltInMutation,
  UpdateCodeMutation,
  UpdateLlmMutation,
} from '../api/evaluator-mutations.js';
import { PreviewMutation } from '../api/preview.js';
import { ExperimentScoresQuery } from '../api/scores.js';

const LIST = `/datasets/${DATASET_ID}/evaluators`;
const SAVED = { evaluator: { id: 'use-1' } };
const NO_SCORES = answer(ExperimentScoresQuery, {
  node: { __typename: 'DatasetEvaluator', id: 'use-1', experimentScores: [] },
});

const open = (
  attached: AttachedEvaluator,
  answers: readonly Answer[] = [],
  as: 'MEMBER' | 'VIEWER' = 'MEMBER',
) =>
  renderPage(
    `${LIST}/use-1`,
    [
      TWO_EXAMPLES,
      ...PROMPT_FORM,
      NO_SCORES,
      answer(DatasetEvaluatorQuery, { node: attached }),
      ...answers,
    ],
    { as },
  );

const anAttachedJudge = () =>
  anAttached({
    name: 'correctness',
    inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
    outputConfigs: [aLabelOutput('correct', 'incorrect')],
    evaluator: { ...aJudge({ datasetCount: 2 }) },
  });

describe('the form of an evaluator of a dataset', () => {
  it.each([
    ['is unknown', refuse(DatasetEvaluatorQuery, 'Not found.', 'NOT_FOUND')],
    [
      'belongs to another dataset',
      answer(DatasetEvaluatorQuery, { node: anAttached({ dataset: { id: 'dataset-2' } }) }),
    ],
  ])('says so if the evaluator %s', async (_case, given) => {
    const page = await open(anAttached(), [given, LIST_LOADS]);
    screen.getByText('Evaluator not found');
    await page.user.click(button('All evaluators'));
    expect(page.address()).toBe(LIST);
  });

  it('can be read but not changed by viewers', async () => {
    await open(anAttached(), [], 'VIEWER');
    screen.getByText(/^Only members and administrators can change and test evaluators\./);
    screen.getByRole('heading', { name: 'names the country' });
    screen.getByText(/^It has not judged anything here yet\./);
    expect(field('Value of words').matches(':disabled')).toBe(true);
    button('Back');
    expect(screen.queryByRole('button', { name: /Save|Run test/ })).toBeNull();
  });

  it('saves the switches of a built-in evaluator with Ctrl+Enter', async () => {
    const page = await open(anAttached(), [
      answer(UpdateBuiltInMutation, { updateDatasetBuiltinEvaluator: SAVED }),
      LIST_LOADS,
    ]);
    await page.user.click(screen.getByRole('switch', { name: 'require_all' }));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Evaluator names the country saved');
    expect(page.address()).toBe(LIST);
    expect(page.sent(UpdateBuiltInMutation)).toMatchObject([
      {
        input: {
          datasetEvaluatorId: 'use-1',
          name: 'names the country',
          inputMapping: {
            literalMapping: { words: 'Peru, Chile', require_all: true },
            pathMapping: { text: 'output.answer' },
          },
        },
      },
    ]);
  });

  it('shows stored switches, and keeps what is typed if the name is taken', async () => {
    const stored = { words: 'Peru', require_all: true };
    const page = await open(
      anAttached({ inputMapping: { literalMapping: stored, pathMapping: { text: 'output' } } }),
      [
        refuse(UpdateBuiltInMutation, 'Evaluator "correctness" already exists.', 'CONFLICT'),
        LIST_LOADS,
      ],
    );
    expect(screen.getByRole('switch', { name: 'require_all' })).toHaveProperty('checked', true);
    await page.fill(field('Name'), 'correctness');
    await page.user.click(button('Save evaluator'));
    within(screen.getByRole('alert')).getByText('Evaluator "correctness" already exists.');
    expect(field('Name')).toHaveProperty('value', 'correctness');
    await page.user.click(button('Cancel'));
    await page.user.click(button('Leave page'));
    expect(page.address()).toBe(LIST);
  });

  it('saves the labels and the prompt of an LLM judge that others share', async () => {
    const version = aVersion(
      2,
      { modelProvider: 'OLLAMA', modelName: 'small' },
      aTextMessage('user', 'Is {{output}} right?'),
    );
    const page = await open(anAttachedJudge(), [
      answer(PromptVersionQuery, { node: version }),
      answer(UpdateLlmMutation, { updateDatasetLlmEvaluator: SAVED }),
      LIST_LOADS,
    ]);
    screen.getByText(/^Its prompt, model and labels are shared by/);
    expect(link('2 datasets').getAttribute('href')).toBe('/evaluators/judge-1');
    expect(choice('Path of output')).toHaveProperty('value', 'output.answer');
    await page.fill(field('Label 2'), 'wrong');
    await page.fill(field('Description'), 'Compares the countries.');
    await page.user.click(button('Save evaluator'));
    expect(page.address()).toBe(LIST);
    expect(page.sent(UpdateLlmMutation)).toMatchObject([
      {
        input: {
          datasetEvaluatorId: 'use-1',
          datasetId: DATASET_ID,
          description: 'Compares the countries.',
          inputMapping: { pathMapping: { output: 'output.answer' } },
          promptVersion: { modelName: 'small' },
          outputConfigs: [
            {
              categorical: {
                values: [
                  { label: 'correct', score: 1 },
                  { label: 'wrong', score: 0 },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  describe('with code', () => {
    const anAttachedCode = () =>
      anAttached({
        name: 'compares lengths',
        inputMapping: { literalMapping: {}, pathMapping: { output: 'input.city' } },
        evaluator: aCodeEvaluator(),
      });
    const OLD = aCodeEvaluator().sourceCode;
    const NEW = 'def evaluate(output):\n    return len(output) > 100\n';
    const SAVES = [
      answer(UpdateCodeMutation, { updateDatasetCodeEvaluator: SAVED }),
      answer(CreateCodeVersionMutation, { createCodeEvaluatorVersion: { wasCreated: true } }),
      LIST_LOADS,
    ];

    it('tests the changed code, and saves it as a new version', async () => {
      const page = await open(anAttachedCode(), [
        ...SAVES,
        answerTest({ annotation: { label: 'shorter', score: 0, explanation: null } }),
      ]);
      expect(choice('Path of output')).toHaveProperty('value', 'input.city');
      expect(field('Function').textContent).toContain('return 1');
      await page.fill(field('Function'), NEW);
      await page.user.click(button('Run test'));
      within(screen.getByRole('status')).getByText('shorter');
      const tested = page.sent(PreviewMutation)[0]?.input.previews[0];
      expect(tested).toMatchObject({ evaluator: { inlineCode: { sourceCode: NEW } } });
      await page.user.click(button('Save evaluator'));
      expect(page.sent(CreateCodeVersionMutation)).toEqual([
        { input: { codeEvaluatorId: 'code-1', sourceCode: NEW } },
      ]);
      expect(page.sent(UpdateCodeMutation)).toMatchObject([
        { input: { datasetEvaluatorId: 'use-1', name: 'compares lengths' } },
      ]);
      expect(page.address()).toBe(LIST);
    });

    it('makes no version of code that has not changed', async () => {
      const page = await open(anAttachedCode(), SAVES);
      await page.fill(field('Function'), `${OLD}# Changed back below.`);
      await page.fill(field('Function'), OLD);
      await page.fill(field('Name'), 'lengths');
      await page.user.click(button('Save evaluator'));
      expect(page.sent(CreateCodeVersionMutation)).toEqual([]);
      expect(page.sent(UpdateCodeMutation)).toMatchObject([{ input: { name: 'lengths' } }]);
    });

    it('saves nothing if the code is refused, and marks its line', async () => {
      const page = await open(anAttachedCode(), [
        refuse(CreateCodeVersionMutation, 'Line 2: invalid syntax.'),
      ]);
      await page.fill(field('Function'), 'def evaluate(output):\n    return (\n');
      await page.user.click(button('Save evaluator'));
      within(screen.getByRole('alert')).getByText('Line 2: invalid syntax.');
      expect(document.querySelector('.cm-faulty')?.textContent).toContain('return (');
      expect(page.sent(UpdateCodeMutation)).toEqual([]);
    });
  });
});
