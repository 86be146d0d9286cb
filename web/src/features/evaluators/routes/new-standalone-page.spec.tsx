import { screen, within } from '@testing-library/react/pure';
import { DatasetOptionsQuery } from '../../../components/dataset-select/dataset-select.js';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field } from '../../../testing/elements.js';
import {
  aCodeEvaluator,
  aJudgeTemplate,
  answerTest,
  aTestExample,
  PROMPT_FORM,
  SANDBOXES,
} from '../../../testing/factories/evaluators.js';
import { renderPage } from '../../../testing/render-page.js';
import { StoredEvaluatorQuery } from '../api/evaluator.js';
import { CreateCodeMutation, CreateStandaloneLlmMutation } from '../api/evaluator-mutations.js';
import { PreviewMutation } from '../api/preview.js';
import { JudgeTemplatesQuery } from '../api/starting-points.js';
import { TestExamplesQuery } from '../api/test-examples.js';
import { CodeVersionQuery, CodeVersionsQuery } from '../api/versions.js';

const NO_DATASETS = answer(DatasetOptionsQuery, { datasets: { edges: [] } });
const CODE_FORM = [SANDBOXES, NO_DATASETS, ...PROMPT_FORM];
const CODE = 'function evaluate({ output }) {\n  return (;\n}';

/** Answers what the page of the new evaluator asks. */
const ITS_PAGE = [
  answer(StoredEvaluatorQuery, { node: aCodeEvaluator({ name: 'is short' }) }),
  answer(CodeVersionsQuery, {
    node: { __typename: 'CodeEvaluator', id: '', versions: { edges: [] } },
  }),
  answer(CodeVersionQuery, {
    node: {
      __typename: 'CodeEvaluatorVersion',
      id: '',
      sequenceNumber: 1,
      sourceCode: CODE,
      createdAt: '2026-02-03T04:05:06Z',
      user: null,
    },
  }),
];

describe('the form for new code', () => {
  const open = (...answers: Answer[]) =>
    renderPage('/evaluators/new?kind=code', [...CODE_FORM, ...answers]);

  it('is only for members', async () => {
    await renderPage('/evaluators/new?kind=code', [], { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'Only members and administrators can add evaluators' });
  });

  it('starts with code in the language of the enabled sandbox', async () => {
    const page = await open();
    expect(
      within(choice('Sandbox'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Python', 'TypeScript']);
    expect(field('Function').textContent).toContain('def evaluate(output, reference):');
    await page.user.selectOptions(choice('Sandbox'), 'TypeScript');
    expect(field('Function').textContent).toContain('export default function evaluate');
  });

  it('marks the line that a test complains about until the code changes', async () => {
    const page = await open(answerTest({ error: 'Line 2: Unexpected token.' }));
    await page.fill(field('Function'), CODE);
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText('Line 2: Unexpected token.');
    expect(document.querySelector('.cm-faulty')?.textContent).toContain('return (;');
    await page.fill(field('Function'), CODE.replace('(;', '1;'));
    expect(document.querySelector('.cm-faulty')).toBeNull();
    screen.getByText('From before your last change:');
  });

  it('tests what is typed, without a name', async () => {
    const page = await open(
      answerTest({ annotation: { label: null, score: 1, explanation: null } }),
    );
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText('Score');
    expect(page.sent(PreviewMutation)[0]?.input.previews[0]).toMatchObject({
      evaluator: { inlineCode: { name: 'test', language: 'PYTHON', sandboxConfigId: 'python' } },
      context: { output: { answer: 'Paris' }, reference: { answer: 'Paris' } },
    });
  });

  it('refuses to test on something with unknown members', async () => {
    const page = await open();
    await page.fill(field('What the evaluator sees'), '{"outputs": 1}');
    await page.user.click(button('Run test'));
    screen.getByText(/Remove “outputs”\./);
    expect(page.sent(PreviewMutation)).toEqual([]);
  });

  it('takes what it tests on from the first example of a dataset', async () => {
    const dataset = { id: 'dataset-1', name: 'capitals', exampleCount: 1 };
    const page = await open(
      answer(DatasetOptionsQuery, { datasets: { edges: [{ node: dataset }] } }),
      answer(TestExamplesQuery, {
        node: {
          __typename: 'Dataset',
          id: dataset.id,
          name: dataset.name,
          examples: { edges: [{ node: aTestExample() }] },
        },
      }),
    );
    await page.user.click(choice('Start from a dataset'));
    await page.user.click(screen.getByRole('option', { name: 'capitals · 1 example' }));
    expect(field('What the evaluator sees').textContent).toContain('"city": "Lima"');
  });

  it('needs a name', async () => {
    const page = await open();
    await page.user.click(button('Create evaluator'));
    within(screen.getByRole('alert')).getByText('Enter a name.');
    expect(page.sent(CreateCodeMutation)).toEqual([]);
  });

  it('keeps what is typed if the server refuses it', async () => {
    const taken = 'Evaluator "is short" already exists.';
    const page = await open(refuse(CreateCodeMutation, taken, 'CONFLICT'));
    await page.fill(field('Name'), 'is short');
    await page.user.click(button('Create evaluator'));
    within(screen.getByRole('alert')).getByText(taken);
    expect(field('Name')).toHaveProperty('value', 'is short');
    await page.user.type(field('Name'), '!');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('creates the evaluator with Ctrl+Enter, and opens its page', async () => {
    const created = { evaluator: { id: 'code-1' } };
    const page = await open(
      answer(CreateCodeMutation, { createCodeEvaluator: created }),
      ...ITS_PAGE,
    );
    await page.user.selectOptions(choice('Sandbox'), 'TypeScript');
    await page.fill(field('Name'), ' is short ');
    await page.fill(field('Function'), CODE);
    await page.user.click(field('Name'));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    screen.getByRole('heading', { name: 'is short' });
    await screen.findByText('Evaluator is short created');
    expect(page.sent(CreateCodeMutation)).toEqual([
      {
        input: {
          name: 'is short',
          description: null,
          inputMapping: { literalMapping: {}, pathMapping: {} },
          outputConfigs: null,
          language: 'TYPESCRIPT',
          sandboxConfigId: 'typescript',
          sourceCode: CODE,
        },
      },
    ]);
  });
});

describe('the form for a new LLM judge', () => {
  const open = (path: string, ...answers: Answer[]) =>
    renderPage(path, [
      NO_DATASETS,
      ...PROMPT_FORM,
      answer(JudgeTemplatesQuery, { classificationEvaluatorConfigs: [aJudgeTemplate()] }),
      ...answers,
    ]);

  it('says if its template does not exist', async () => {
    await open('/evaluators/new?template=nothing');
    screen.getByRole('heading', { name: 'Template not found' });
  });

  it('needs a model before it can be tested', async () => {
    const page = await open('/evaluators/new?template=correctness');
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText('Enter the name of the model.');
  });

  it('starts with the messages and labels of its template, and sends them', async () => {
    const created = { evaluator: { id: 'code-1' } };
    const page = await open(
      '/evaluators/new?template=correctness',
      answer(CreateStandaloneLlmMutation, { createLlmEvaluator: created }),
      ...ITS_PAGE,
    );
    expect(field('Name')).toHaveProperty('value', 'correctness');
    await page.user.selectOptions(choice('Provider'), 'Ollama');
    await page.fill(choice('Model name'), 'small');
    await page.fill(field('Label 2'), 'wrong');
    await page.user.click(button('Create evaluator'));
    await screen.findByText('Evaluator correctness created');
    expect(page.sent(CreateStandaloneLlmMutation)[0]?.input).toMatchObject({
      name: 'correctness',
      promptVersion: {
        modelProvider: 'OLLAMA',
        modelName: 'small',
        template: { messages: [{ content: [{ text: { text: 'Is {{output}} correct?' } }] }] },
      },
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
    });
  });
});
