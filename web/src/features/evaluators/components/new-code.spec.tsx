import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field } from '../../../testing/elements.js';
import { DATASET_ID } from '../../../testing/factories/datasets.js';
import {
  answerTest,
  aTestExample,
  PROMPT_FORM,
  SANDBOXES,
} from '../../../testing/factories/evaluators.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  AttachCodeMutation,
  CreateCodeMutation,
  CreateCodeVersionMutation,
  PatchCodeMutation,
} from '../api/evaluator-mutations.js';
import { PreviewMutation } from '../api/preview.js';
import { SandboxesQuery } from '../api/sandboxes.js';
import { NewCode } from './new-code.js';

const CODE = 'function evaluate({ output, city }) {\n  return output.length > city.length;\n}';
const TAKEN = 'Evaluator "correctness" already exists.';
const CREATED = answer(CreateCodeMutation, {
  createCodeEvaluator: { evaluator: { id: 'code-1' } },
});
const ATTACHED = answer(AttachCodeMutation, {
  createDatasetCodeEvaluator: { evaluator: { id: 'use-1' } },
});

const path = (name: string) => choice(`Path of ${name}`);

describe('the form of new code in a dataset', () => {
  const open = (...answers: Answer[]) =>
    renderComponent(<NewCode datasetId={DATASET_ID} examples={[aTestExample()]} />, [
      ...PROMPT_FORM,
      SANDBOXES,
      ...answers,
    ]);

  it('says if no sandbox can run code', async () => {
    await open(answer(SandboxesQuery, { sandboxProviders: [] }));
    screen.getByText('No sandbox is enabled');
  });

  it('is tested before it has a name', async () => {
    const explanation = 'Compared the output with the expected one.';
    const page = await open(answerTest({ annotation: { label: null, score: 1, explanation } }));
    await page.user.selectOptions(choice('Sandbox'), 'TypeScript');
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText(explanation);
    expect(page.sent(PreviewMutation)).toMatchObject([
      {
        input: {
          credentials: [],
          previews: [
            {
              evaluator: {
                inlineCode: { name: 'test', language: 'TYPESCRIPT', outputConfigs: null },
              },
              context: { input: { city: 'Lima' }, output: { answer: 'Peru' } },
            },
          ],
        },
      },
    ]);
  });

  it('shows what the code prints', async () => {
    const page = await open(answerTest({ printed: 'seen: Peru\n' }));
    await page.user.click(button('Run test'));
    within(screen.getByRole('status')).getByText('The evaluator returned nothing.');
    expect(screen.getByLabelText('Printed by the code').textContent).toBe('seen: Peru\n');
  });

  it('sends the code, then the name, inputs and labels in the dataset', async () => {
    const page = await open(CREATED, ATTACHED);
    await page.user.selectOptions(choice('Sandbox'), 'TypeScript');
    await page.fill(field('Name'), 'compares lengths');
    await page.fill(field('Function'), CODE);
    await page.fill(path('output'), 'output.answer');
    await page.fill(path('city'), 'input.city');
    await page.user.click(screen.getByRole('radio', { name: 'Labels' }));
    await page.fill(field('Label 1'), 'longer');
    await page.fill(field('Label 2'), 'shorter');
    await page.user.click(field('Name'));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(page.address()).toBe(`/datasets/${DATASET_ID}/evaluators`);
    const code = { language: 'TYPESCRIPT', sandboxConfigId: 'typescript', sourceCode: CODE };
    expect(page.sent(CreateCodeMutation)).toEqual([
      { input: { name: 'compares lengths', description: null, ...code } },
    ]);
    expect(page.sent(AttachCodeMutation)).toMatchObject([
      {
        input: {
          datasetId: DATASET_ID,
          evaluatorId: 'code-1',
          name: 'compares lengths',
          inputMapping: {
            literalMapping: {},
            pathMapping: { output: 'output.answer', city: 'input.city' },
          },
          outputConfigs: [
            {
              categorical: {
                values: [
                  expect.objectContaining({ label: 'longer' }),
                  expect.objectContaining({ label: 'shorter' }),
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it('creates nothing twice if the name is taken in the dataset', async () => {
    const page = await open(
      CREATED,
      refuse(AttachCodeMutation, TAKEN, 'CONFLICT'),
      answer(PatchCodeMutation, { patchCodeEvaluator: { evaluator: { id: 'code-1' } } }),
      answer(CreateCodeVersionMutation, { createCodeEvaluatorVersion: { wasCreated: true } }),
    );
    await page.fill(field('Name'), 'correctness');
    await page.user.click(button('Add evaluator'));
    within(screen.getByRole('alert')).getByText(TAKEN);
    page.answer(ATTACHED);
    await page.fill(field('Name'), 'compares lengths');
    await page.user.click(button('Add evaluator'));
    expect(page.sent(CreateCodeMutation)).toHaveLength(1);
    expect(page.sent(PatchCodeMutation)).toEqual([
      { input: { id: 'code-1', name: 'compares lengths', description: '' } },
    ]);
    expect(page.sent(CreateCodeVersionMutation)).toHaveLength(1);
    expect(page.sent(AttachCodeMutation).map(({ input }) => input.name)).toEqual([
      'correctness',
      'compares lengths',
    ]);
    expect(page.address()).toBe(`/datasets/${DATASET_ID}/evaluators`);
  });
});
