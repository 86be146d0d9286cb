import { screen, within } from '@testing-library/react/pure';
import { PromptVersionQuery } from '../../../components/prompt-editor/version.js';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, link } from '../../../testing/elements.js';
import { DATASET_ID } from '../../../testing/factories/datasets.js';
import {
  aCodeEvaluator,
  aJudge,
  answerTest,
  aTestExample,
  PROMPT_FORM,
} from '../../../testing/factories/evaluators.js';
import { aVersion } from '../../../testing/factories/prompts.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type EvaluatorDetail, StoredEvaluatorQuery } from '../api/evaluator.js';
import { AttachCodeMutation, AttachLlmMutation } from '../api/evaluator-mutations.js';
import { PreviewMutation } from '../api/preview.js';
import { NewAttached } from './new-attached.js';

const USE = { evaluator: { id: 'use-1' } };
const INPUTS = { literalMapping: {}, pathMapping: { output: 'output.answer' } };

describe('the form that adds an existing evaluator to a dataset', () => {
  const open = (node: EvaluatorDetail, ...answers: Answer[]) =>
    renderComponent(
      <NewAttached datasetId={DATASET_ID} examples={[aTestExample()]} evaluatorId={node.id} />,
      [
        ...PROMPT_FORM,
        answer(StoredEvaluatorQuery, { node }),
        answer(PromptVersionQuery, { node: aVersion(2) }),
        ...answers,
      ],
    );

  it('starts with the inputs of an LLM judge, and keeps its prompt', async () => {
    const page = await open(
      aJudge(),
      refuse(AttachLlmMutation, 'Evaluator "truth" already exists.', 'CONFLICT'),
    );
    screen.getByText(/^It judges with/);
    expect(link('its own prompt, model and labels').getAttribute('href')).toBe(
      '/evaluators/judge-1',
    );
    expect(choice('Path of output')).toHaveProperty('value', 'output.answer');
    expect(screen.queryByRole('combobox', { name: 'Model name' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Label 1' })).toBeNull();
    await page.fill(field('Name'), 'truth');
    await page.user.click(button('Add evaluator'));
    within(screen.getByRole('alert')).getByText('Evaluator "truth" already exists.');
    page.answer(answer(AttachLlmMutation, { attachLlmEvaluator: USE }));
    await page.fill(field('Name'), 'more truth');
    await page.user.click(button('Add evaluator'));
    expect(page.address()).toBe(`/datasets/${DATASET_ID}/evaluators`);
    expect(page.sent(AttachLlmMutation).at(-1)).toEqual({
      input: {
        datasetId: DATASET_ID,
        evaluatorId: 'judge-1',
        name: 'more truth',
        description: null,
        inputMapping: INPUTS,
      },
    });
  });

  it('tests and adds code', async () => {
    const page = await open(
      aCodeEvaluator(),
      answerTest({ annotation: { label: null, score: 1, explanation: null } }),
      answer(AttachCodeMutation, { createDatasetCodeEvaluator: USE }),
    );
    link('its own code and output');
    expect(screen.queryByRole('textbox', { name: 'Function' })).toBeNull();
    await page.user.click(button('Run test'));
    within(screen.getByRole('form', { name: 'Test' })).getByText('Score');
    const sourceCode = 'def evaluate(output):\n    return 1\n';
    expect(page.sent(PreviewMutation)[0]?.input.previews[0]).toMatchObject({
      evaluator: { inlineCode: { language: 'PYTHON', sourceCode } },
      inputMapping: INPUTS,
    });
    await page.user.click(button('Add evaluator'));
    expect(page.sent(AttachCodeMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          evaluatorId: 'code-1',
          name: 'names the city',
          description: null,
          inputMapping: INPUTS,
        },
      },
    ]);
  });
});
