import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, option } from '../../../testing/elements.js';
import {
  aBuiltIn,
  LIST_LOADS,
  testOn,
  TWO_EXAMPLES,
} from '../../../testing/factories/dataset-evaluators.js';
import { DATASET_ID } from '../../../testing/factories/datasets.js';
import { aJudgeTemplate, answerTest, PROMPT_FORM } from '../../../testing/factories/evaluators.js';
import { renderPage } from '../../../testing/render-page.js';
import { StoredEvaluatorQuery } from '../api/evaluator.js';
import { CreateBuiltInMutation, CreateLlmMutation } from '../api/evaluator-mutations.js';
import { PreviewMutation } from '../api/preview.js';
import { BuiltInEvaluatorsQuery, JudgeTemplatesQuery } from '../api/starting-points.js';

const NEW = `/datasets/${DATASET_ID}/evaluators/new`;
const CREATED = { evaluator: { id: 'use-1' } };

/** Answers what every form asks. */
const FORM: Answer[] = [TWO_EXAMPLES, ...PROMPT_FORM];

const path = (name: string) => choice(`Path of ${name}`);
const lastTest = (page: { sent: (document: typeof PreviewMutation) => unknown[] }) =>
  page.sent(PreviewMutation).at(-1);

const LIST = `/datasets/${DATASET_ID}/evaluators`;

describe('the form that adds an evaluator to a dataset', () => {
  it('is only for members', async () => {
    await renderPage(`${NEW}?builtIn=contains`, [TWO_EXAMPLES], { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'Only members and administrators can add evaluators' });
  });

  it.each([
    [
      'Built-in evaluator not found',
      '?builtIn=nothing',
      answer(BuiltInEvaluatorsQuery, { builtInEvaluators: [] }),
    ],
    [
      'Template not found',
      '?template=nothing',
      answer(JudgeTemplatesQuery, { classificationEvaluatorConfigs: [] }),
    ],
    [
      'Evaluator not found',
      '?evaluator=nothing',
      refuse(StoredEvaluatorQuery, 'Not found.', 'NOT_FOUND'),
    ],
  ])('says %s, and leads back', async (title, search, given) => {
    await renderPage(`${NEW}${search}`, [...FORM, given]);
    screen.getByRole('heading', { name: title });
    button('All evaluators');
  });

  it('says if the dataset has no examples to test on', async () => {
    await renderPage(`${NEW}?builtIn=contains`, [
      testOn(),
      ...PROMPT_FORM,
      answer(BuiltInEvaluatorsQuery, { builtInEvaluators: [aBuiltIn()] }),
    ]);
    screen.getByText('The dataset has no examples yet. Add one to test the evaluator on it.');
    expect(screen.queryByRole('button', { name: 'Run test' })).toBeNull();
  });
});

describe('the form of a built-in evaluator', () => {
  const open = (...answers: Answer[]) =>
    renderPage(`${NEW}?builtIn=contains`, [
      ...FORM,
      answer(BuiltInEvaluatorsQuery, { builtInEvaluators: [aBuiltIn()] }),
      ...answers,
    ]);

  it('needs a value before it can be tested', async () => {
    const page = await open();
    screen.getByRole('form', { name: 'New evaluator: Contains' });
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText('Enter a value for words.');
    expect(lastTest(page)).toBeUndefined();
  });

  it('suggests the paths of the first example', async () => {
    const page = await open();
    expect(path('text')).toHaveProperty('value', 'output');
    await page.fill(path('text'), 'output');
    await page.user.click(option('output.answer'));
    expect(path('text')).toHaveProperty('value', 'output.answer');
  });

  it('is tested on an example of the dataset, until something changes', async () => {
    const explanation = 'The text contains "Peru".';
    const page = await open(answerTest({ annotation: { label: 'true', score: 1, explanation } }));
    await page.fill(field('Value of words'), 'Peru');
    await page.user.click(button('Run test'));
    const status = within(screen.getByRole('status'));
    status.getByText(explanation);
    expect(status.queryByText('From before your last change:')).toBeNull();
    await page.user.selectOptions(choice('Example'), screen.getAllByRole('option')[1]!);
    status.getByText('From before your last change:');
    await page.user.click(button('Run test'));
    expect(page.sent(PreviewMutation).map(({ input }) => input.previews[0])).toEqual(
      [
        ['Lima', 'Peru'],
        ['Santiago', 'Chile'],
      ].map(([city, answered]) => ({
        evaluator: {
          builtIn: {
            evaluatorId: 'built-in-1',
            name: 'contains',
            outputConfigs: [expect.objectContaining({})],
          },
        },
        inputMapping: {
          literalMapping: { words: 'Peru' },
          pathMapping: { text: 'output' },
        },
        context: {
          input: { city },
          output: { answer: answered },
          reference: { answer: answered },
          metadata: {},
        },
      })),
    );
  });

  it('shows why a test fails', async () => {
    const error = 'The path "output.reply" of "text" leads to nothing.';
    const page = await open(answerTest({ error }));
    await page.fill(field('Value of words'), 'Peru');
    await page.fill(path('text'), 'output.reply');
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText(error);
  });

  it('sends what is typed, and leads back to the list', async () => {
    const page = await open(
      answer(CreateBuiltInMutation, { createDatasetBuiltinEvaluator: CREATED }),
      LIST_LOADS,
    );
    await page.fill(field('Name'), 'names the country');
    await page.fill(field('Value of words'), 'Peru, Chile');
    await page.fill(field('Label 1'), 'named');
    await page.fill(field('Label 2'), 'not named');
    await page.user.click(button('Add evaluator'));
    await screen.findByText('Evaluator names the country added');
    expect(page.address()).toBe(LIST);
    expect(page.sent(CreateBuiltInMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          evaluatorId: 'built-in-1',
          name: 'names the country',
          description: null,
          inputMapping: {
            literalMapping: { words: 'Peru, Chile' },
            pathMapping: { text: 'output' },
          },
          outputConfigs: [
            {
              categorical: {
                name: 'names the country',
                description: null,
                optimizationDirection: 'MAXIMIZE',
                values: [
                  { label: 'named', score: 1 },
                  { label: 'not named', score: 0 },
                ],
              },
            },
          ],
        },
      },
    ]);
  });
});

describe('the form of a new LLM judge of a dataset', () => {
  const open = (...answers: Answer[]) =>
    renderPage(`${NEW}?template=correctness`, [
      ...FORM,
      answer(JudgeTemplatesQuery, { classificationEvaluatorConfigs: [aJudgeTemplate()] }),
      ...answers,
    ]);

  it('needs a model before it can be tested', async () => {
    const page = await open();
    screen.getByText('Is {{output}} correct?');
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText('Enter the name of the model.');
    expect(lastTest(page)).toBeUndefined();
  });

  it('is tested and added with its model and paths', async () => {
    const explanation = 'Both name the same country.';
    const trace = { id: 'trace-1', traceId: 'abc', projectId: 'project-1' };
    const page = await open(
      answerTest({ annotation: { label: 'correct', score: 1, explanation }, trace }),
      answer(CreateLlmMutation, { createDatasetLlmEvaluator: CREATED }),
      LIST_LOADS,
    );
    await page.user.selectOptions(choice('Provider'), 'Ollama');
    await page.fill(choice('Model name'), 'small');
    await page.fill(path('output'), 'output.answer');
    await page.user.click(button('Run test'));
    const status = within(screen.getByRole('status'));
    status.getByText(explanation);
    expect(
      status.getByRole('link', { name: 'What the model was asked' }).getAttribute('href'),
    ).toBe('/projects/project-1/traces/abc?timeRangeKey=all');
    const promptVersion = expect.objectContaining({ modelProvider: 'OLLAMA', modelName: 'small' });
    const inputMapping = { literalMapping: {}, pathMapping: { output: 'output.answer' } };
    expect(lastTest(page)).toMatchObject({
      input: {
        previews: [
          { evaluator: { inlineLlm: { name: 'correctness', promptVersion } }, inputMapping },
        ],
      },
    });
    await page.user.click(button('Add evaluator'));
    expect(page.address()).toBe(LIST);
    expect(page.sent(CreateLlmMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          name: 'correctness',
          description: 'Whether the answer is correct.',
          inputMapping,
          promptVersion,
          outputConfigs: [expect.objectContaining({})],
        },
      },
    ]);
  });

  it('asks before it is left with changes', async () => {
    const page = await open(LIST_LOADS);
    await page.fill(field('Name'), 'is right');
    await page.user.click(button('Cancel'));
    await page.user.click(button('Keep editing'));
    expect(field('Name')).toHaveProperty('value', 'is right');
    await page.user.click(button('Cancel'));
    await page.user.click(button('Leave page'));
    expect(page.address()).toBe(LIST);
    expect(page.sent(CreateLlmMutation)).toEqual([]);
  });
});
