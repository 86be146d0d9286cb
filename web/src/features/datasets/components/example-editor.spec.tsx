import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { DATASET_ID, InDataset } from '../../../testing/factories/datasets.js';
import { renderComponent, type TestPage } from '../../../testing/render-page.js';
import { PatchExamplesMutation } from '../api/example-mutations.js';
import type { Payload } from '../payload-draft.js';
import { ExampleEditor } from './example-editor.js';

const PARIS = {
  input: { question: 'Capital of France?' },
  output: { answer: 'Paris' },
  metadata: { source: 'atlas' },
};
const saved = answer(PatchExamplesMutation, {
  patchDatasetExamples: {
    dataset: { id: DATASET_ID, versions: { edges: [{ node: { id: 'version-3' } }] } },
  },
});

/** Opens the editor, and returns the page with what the editor has reported. */
const open = async (payload: Payload, ...answers: (typeof saved)[]) => {
  const done: unknown[] = [];
  const page = await renderComponent(
    <InDataset>
      <ExampleEditor
        exampleId="example-France"
        payload={payload}
        onClose={() => done.push('closed')}
        onSaved={(version) => done.push(version)}
      />
    </InDataset>,
    answers,
  );
  return { page, done };
};
const save = () => screen.getByRole('button', { name: /^Save version/ });
const saveWithKeys = async ({ user }: TestPage, name: string) => {
  await user.click(field(name));
  await user.keyboard('{Control>}{Enter}{/Control}');
};

describe('the editor of an example', () => {
  it('saves only the parts that have changed, with a note', async () => {
    const { page, done } = await open(PARIS, saved);
    expect(save()).toHaveProperty('disabled', true);
    await page.fill(field('Output'), '{"answer": "Paris, since 987"}');
    await page.fill(field('Version note'), 'More exact ');
    await saveWithKeys(page, 'Output');
    expect(page.sent(PatchExamplesMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          patches: [{ exampleId: 'example-France', output: { answer: 'Paris, since 987' } }],
          versionDescription: 'More exact',
        },
      },
    ]);
    expect(done).toEqual(['version-3', 'closed']);
    await screen.findByText('Saved as a new version');
  });

  it('sends nothing if only whitespace has changed', async () => {
    const { page, done } = await open(PARIS);
    await page.fill(field('Output'), '{  "answer":\n"Paris" }');
    await page.user.click(save());
    expect(done).toEqual(['closed']);
    expect(page.sent(PatchExamplesMutation)).toEqual([]);
  });

  it('keeps invalid JSON, and names the faulty line', async () => {
    const { page, done } = await open(PARIS);
    await page.fill(field('Input'), '{\n  "question": "Which?"\n  "more": 1\n}');
    await saveWithKeys(page, 'Input');
    screen.getByText('Line 3: expected a comma but found a string.');
    screen.getByText('Fix the JSON errors above before you save.');
    await page.fill(field('Output'), '["no object"]');
    await saveWithKeys(page, 'Output');
    screen.getByText(/^This must be an object/);
    expect(field('Input').textContent).toContain('"question": "Which?"');
    expect(done).toEqual([]);
    expect(page.sent(PatchExamplesMutation)).toEqual([]);
  });

  it('says why the server refuses a change, until something is typed', async () => {
    const { page, done } = await open(
      PARIS,
      refuse(PatchExamplesMutation, 'Example "france" is gone.', 'NOT_FOUND'),
    );
    await page.fill(field('Metadata'), '');
    await page.user.click(save());
    within(screen.getByRole('alert')).getByText('Example "france" is gone.');
    expect(page.sent(PatchExamplesMutation)).toMatchObject([
      { input: { patches: [{ metadata: {} }], versionDescription: null } },
    ]);
    expect(done).toEqual([]);
    await page.fill(field('Version note'), 'Again');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('refuses to edit numbers that the browser has rounded', async () => {
    // A browser that reads numbers exactly does not give such an integer as a number.
    const { page, done } = await open({ ...PARIS, input: { id: 2 ** 60 } });
    screen.getByText(/numbers with more than 15 digits/);
    expect(screen.queryByRole('textbox')).toBeNull();
    await page.user.click(button('Back'));
    expect(done).toEqual(['closed']);
  });
});
