import { screen, within } from '@testing-library/react/pure';
import { DatasetOptionsQuery } from '../../../components/dataset-select/dataset-select.js';
import { PromptVersionQuery } from '../../../components/prompt-editor/version.js';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field } from '../../../testing/elements.js';
import { aCodeEvaluator, aJudge, PROMPT_FORM } from '../../../testing/factories/evaluators.js';
import { aTextMessage, aVersion } from '../../../testing/factories/prompts.js';
import { renderPage } from '../../../testing/render-page.js';
import { type EvaluatorDetail, StoredEvaluatorQuery } from '../api/evaluator.js';
import {
  CreateCodeVersionMutation,
  PatchCodeMutation,
  UpdateStandaloneLlmMutation,
} from '../api/evaluator-mutations.js';
import { CodeVersionQuery, CodeVersionsQuery, PromptVersionsQuery } from '../api/versions.js';

const PROMPT = answer(PromptVersionQuery, {
  node: aVersion(2, { modelProvider: 'OLLAMA' }, aTextMessage('user', 'Is {{output}} right?')),
});
/** Answers what the page of the evaluator asks, to which the form leads. */
const NO_VERSIONS = [
  answer(PromptVersionsQuery, { node: { __typename: 'Dataset' } }),
  answer(CodeVersionsQuery, { node: { __typename: 'Dataset' } }),
  answer(CodeVersionQuery, { node: { __typename: 'Dataset' } }),
];

const open = (node: EvaluatorDetail, ...answers: Answer[]) =>
  renderPage(`/evaluators/${node.id}/edit`, [
    ...PROMPT_FORM,
    answer(DatasetOptionsQuery, { datasets: { edges: [] } }),
    answer(StoredEvaluatorQuery, { node }),
    PROMPT,
    ...NO_VERSIONS,
    ...answers,
  ]);

describe('the form of an evaluator at its own address', () => {
  it('says that an unknown evaluator does not exist', async () => {
    await open(aCodeEvaluator(), refuse(StoredEvaluatorQuery, 'Not found.', 'NOT_FOUND'));
    screen.getByText('Evaluator not found');
  });

  it('cannot be changed by viewers', async () => {
    await renderPage(
      '/evaluators/code-1/edit',
      [...PROMPT_FORM, answer(StoredEvaluatorQuery, { node: aCodeEvaluator() })],
      { as: 'VIEWER' },
    );
    screen.getByText(/^Only members and administrators can change and test evaluators\./);
    expect(field('Name').matches(':disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: /Save|Run test/ })).toBeNull();
  });

  it('says what else uses the code', async () => {
    await open(aCodeEvaluator({ datasetCount: 1, evaluationRuleCount: 2 }));
    expect(screen.getByText(/^Its code is shared by/).textContent).toBe(
      'Its code is shared by 1 dataset and 2 rules, and a change affects all of them.',
    );
  });

  it('saves the labels of an LLM judge, and opens its page', async () => {
    const page = await open(
      aJudge(),
      answer(UpdateStandaloneLlmMutation, { updateLlmEvaluator: { evaluator: { id: 'judge-1' } } }),
    );
    expect(choice('Path of output')).toHaveProperty('value', 'output.answer');
    await page.fill(field('Label 2'), 'false');
    await page.user.click(button('Save evaluator'));
    await screen.findByText('Evaluator tells the truth saved');
    expect(page.address()).toBe('/evaluators/judge-1');
    expect(page.sent(UpdateStandaloneLlmMutation)).toMatchObject([
      {
        input: {
          id: 'judge-1',
          name: 'tells the truth',
          promptVersion: { modelProvider: 'OLLAMA' },
          outputConfigs: [
            {
              categorical: {
                values: [
                  { label: 'right', score: 1 },
                  { label: 'false', score: 0 },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it('saves code before what depends on it', async () => {
    const source = 'def evaluate(answer):\n    return 1\n';
    const page = await open(
      aCodeEvaluator(),
      answer(CreateCodeVersionMutation, { createCodeEvaluatorVersion: { wasCreated: true } }),
      answer(PatchCodeMutation, { patchCodeEvaluator: { evaluator: { id: 'code-1' } } }),
    );
    expect(screen.queryByRole('combobox', { name: 'Sandbox' })).toBeNull();
    await page.fill(field('Function'), source);
    await page.fill(field('Description'), '');
    await page.user.click(button('Save evaluator'));
    expect(page.address()).toBe('/evaluators/code-1');
    expect(page.sent(CreateCodeVersionMutation)).toEqual([
      { input: { codeEvaluatorId: 'code-1', sourceCode: source } },
    ]);
    expect(page.sent(PatchCodeMutation)).toMatchObject([
      { input: { id: 'code-1', description: '', outputConfigs: [] } },
    ]);
  });

  it('keeps the rest unsaved if the code is refused', async () => {
    const page = await open(
      aCodeEvaluator(),
      refuse(CreateCodeVersionMutation, 'Line 1: invalid syntax.'),
    );
    await page.fill(field('Function'), 'def');
    await page.user.click(button('Save evaluator'));
    within(screen.getByRole('alert')).getByText('Line 1: invalid syntax.');
    expect(page.sent(PatchCodeMutation)).toEqual([]);
  });
});
