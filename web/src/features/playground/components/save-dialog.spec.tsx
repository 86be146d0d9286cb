import { screen, within } from '@testing-library/react/pure';
import {
  CreatePromptMutation,
  CreateVersionMutation,
} from '../../../components/prompt-editor/save-mutations.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { editPrompts } from '../../../testing/factories/prompts.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  createBlankStart,
  createPlaygroundDraft,
  type Variant,
  type VariantOrigin,
} from '../draft/playground-draft.js';
import { SaveDialog } from './save-dialog.js';

const ORIGIN: VariantOrigin = {
  promptId: 'prompt-1',
  promptName: 'greeter',
  versionId: 'version-1',
  sequenceNumber: 1,
};
const start = createBlankStart('OPENAI');
const [VARIANT] = createPlaygroundDraft({
  ...start,
  chat: { ...start.chat, modelName: 'small' },
}).variants as [Variant];

const open = async (origin: VariantOrigin | null, part: Partial<Variant> = {}) => {
  const saved: VariantOrigin[] = [];
  const page = await renderComponent(
    <SaveDialog
      variant={{ ...VARIANT, ...part, origin }}
      templateFormat="MUSTACHE"
      onClose={() => undefined}
      onSaved={(_variant, next) => saved.push(next)}
    />,
    editPrompts(),
  );
  return { page, saved };
};
const expectAlert = (text: string) => within(screen.getByRole('alert')).getByText(text);
const SECOND = { id: 'version-2', sequenceNumber: 2 };

describe('the dialog that saves a prompt', () => {
  it('saves the next version of its prompt, or says why it cannot', async () => {
    const { page, saved } = await open(ORIGIN);
    await page.fill(field('Note'), 'Warmer');
    await page.fill(field('Tags'), 'candidate');
    await page.fill(field('Version metadata'), '{"ticket": ');
    await page.user.click(button('Save version'));
    expect(screen.getByRole('alert').textContent).toMatch(/Line 1/);
    await page.fill(field('Version metadata'), '{"ticket": 7}');
    page.answer(refuse(CreateVersionMutation, 'The prompt does not exist.', 'NOT_FOUND'));
    await page.user.click(button('Save version'));
    expectAlert('The prompt does not exist.');
    expect(saved).toEqual([]);
    page.answer(
      answer(CreateVersionMutation, {
        createChatPromptVersion: { id: 'prompt-1', version: SECOND },
      }),
    );
    await page.user.click(button('Save version'));
    await screen.findByText('Version 2 of greeter saved');
    expect(saved).toEqual([{ ...ORIGIN, versionId: 'version-2', sequenceNumber: 2 }]);
    expect(page.sent(CreateVersionMutation)).toHaveLength(2);
    expect(page.sent(CreateVersionMutation)[1]).toMatchObject({
      input: {
        promptId: 'prompt-1',
        promptVersion: { description: 'Warmer', metadata: { ticket: 7 }, modelName: 'small' },
        tags: [{ name: 'candidate' }],
      },
    });
  });

  it('creates a new prompt from one that was loaded', async () => {
    const { page, saved } = await open(ORIGIN);
    await page.user.click(screen.getByRole('radio', { name: 'New prompt' }));
    await page.user.click(button('Create prompt'));
    screen.getByText('Enter a name for the prompt.');
    await page.fill(field('Name'), 'Warm greeter!');
    await page.fill(field('Description'), 'Greets people.');
    expect(field('Name')).toHaveProperty('value', 'warm-greeter');
    page.answer(
      answer(CreatePromptMutation, {
        createChatPrompt: {
          id: 'prompt-2',
          name: 'warm-greeter',
          version: { id: 'version-3', sequenceNumber: 1 },
        },
      }),
    );
    await page.user.click(button('Create prompt'));
    expect(page.sent(CreatePromptMutation)).toMatchObject([
      { input: { name: 'warm-greeter', description: 'Greets people.', tags: [] } },
    ]);
    expect(saved).toEqual([
      {
        promptId: 'prompt-2',
        promptName: 'warm-greeter',
        versionId: 'version-3',
        sequenceNumber: 1,
      },
    ]);
  });

  it('keeps the input if the name is taken', async () => {
    const { page, saved } = await open(null);
    const reason = 'Prompt "greeter" already exists.';
    page.answer(refuse(CreatePromptMutation, reason, 'CONFLICT'));
    await page.fill(field('Name'), 'greeter');
    await page.user.click(button('Create prompt'));
    expectAlert(reason);
    expect(field('Name')).toHaveProperty('value', 'greeter');
    expect(saved).toEqual([]);
  });
});
