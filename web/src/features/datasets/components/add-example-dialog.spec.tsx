import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { field } from '../../../testing/elements.js';
import { anExampleRow, DATASET_ID, InDataset } from '../../../testing/factories/datasets.js';
import { renderComponent } from '../../../testing/render-page.js';
import { AddExamplesMutation } from '../api/example-mutations.js';
import type { Payload } from '../payload-draft.js';
import { AddExampleDialog } from './add-example-dialog.js';

const versions = { edges: [{ node: { id: 'version-3' } }] };
const added = answer(AddExamplesMutation, {
  addExamplesToDataset: { dataset: { id: DATASET_ID, versions } },
});

const open = async (...answers: Parameters<typeof renderComponent>[1] & object) => {
  const done: unknown[] = [];
  const page = await renderComponent(
    <InDataset>
      <AddExampleDialog
        opened
        like={anExampleRow('France', 'Paris').revision as Payload}
        onClose={() => done.push('closed')}
        onAdded={(version) => done.push(version)}
      />
    </InDataset>,
    answers,
  );
  const add = within(screen.getByRole('dialog')).getByRole('button', { name: 'Add example' });
  return { page, done, add };
};

describe('adding examples by hand', () => {
  it('starts with the fields of existing examples, without their texts', async () => {
    await open();
    expect(field('Input').textContent).toContain('"question": ""');
    expect(field('Output').textContent).toContain('"answer": ""');
    expect(field('Metadata').textContent).not.toContain('source');
  });

  it('keeps invalid JSON, and names the faulty line', async () => {
    const { page, done, add } = await open();
    await page.fill(field('Output'), '{"answer": "Bamako",}');
    await page.user.click(add);
    screen.getByText('Line 1: remove the comma before “}”.');
    expect(field('Output').textContent).toBe('{"answer": "Bamako",}');
    expect(page.sent(AddExamplesMutation)).toEqual([]);
    expect(done).toEqual([]);
  });

  it('adds one after the other, with the same note', async () => {
    const { page, done, add } = await open(added);
    await page.fill(field('Input'), '{"question": "Capital of Mali?"}');
    await page.fill(field('Output'), '{"answer": "Bamako"}');
    await page.fill(field('ID'), ' mali ');
    await page.fill(field('Version note'), 'From the second volume');
    await page.user.click(screen.getByRole('checkbox', { name: 'Create another' }));
    await page.user.click(add);
    expect(page.sent(AddExamplesMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          examples: [
            {
              input: { question: 'Capital of Mali?' },
              output: { answer: 'Bamako' },
              metadata: {},
              externalId: 'mali',
            },
          ],
          datasetVersionDescription: 'From the second volume',
        },
      },
    ]);
    expect(done).toEqual(['version-3']);
    expect(field('Input').textContent).toContain('"question": ""');
    expect(field('ID')).toHaveProperty('value', '');
    expect(field('Version note')).toHaveProperty('value', 'From the second volume');

    await page.user.click(screen.getByRole('checkbox', { name: 'Create another' }));
    await page.fill(field('Version note'), '');
    await page.user.click(field('Input'));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(page.sent(AddExamplesMutation).at(-1)).toMatchObject({
      input: { examples: [{ externalId: null }], datasetVersionDescription: null },
    });
    expect(done).toEqual(['version-3', 'version-3', 'closed']);
  });

  it('says why an example is refused, and keeps the input', async () => {
    const { page, done, add } = await open(
      refuse(AddExamplesMutation, 'Example "france" already exists.', 'CONFLICT'),
    );
    await page.fill(field('Input'), '{"question": "Capital of Oman?"}');
    await page.fill(field('ID'), 'france');
    await page.user.click(add);
    within(screen.getByRole('alert')).getByText('Example "france" already exists.');
    expect(field('Input').textContent).toContain('Oman');
    expect(done).toEqual([]);
    await page.fill(field('ID'), 'oman');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
