import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../testing/answers.js';
import { button, field } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { SecretDialog } from './secret-dialog.js';
import { SetSecretsMutation } from './set-secrets.js';

const { jest } = import.meta;

describe('the dialog of a secret', () => {
  it('says what to set if the server cannot encrypt, and keeps the input', async () => {
    const words = 'Secrets cannot be stored safely. Set SPANDREL_SECRET and restart the server.';
    const onClose = jest.fn<void, []>();
    const page = await renderComponent(<SecretDialog secret="new" taken={[]} onClose={onClose} />, [
      refuse(SetSecretsMutation, words, 'CONFLICT'),
    ]);
    expect(button('Add secret')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), ' OPENAI_KEY ');
    await page.fill(field('Value'), 'sk-secret');
    await page.user.click(button('Add secret'));
    within(screen.getByRole('alert')).getByText(words);
    expect(field('Value')).toHaveProperty('value', 'sk-secret');
    expect(onClose).not.toHaveBeenCalled();
    page.answer(
      answer(SetSecretsMutation, {
        upsertOrDeleteSecrets: { upsertedSecrets: [{ id: 'secret-1' }], deletedIds: [] },
      }),
    );
    await page.user.click(button('Add secret'));
    await screen.findByText('Secret OPENAI_KEY saved');
    expect(page.sent(SetSecretsMutation).at(-1)).toEqual({
      input: { secrets: [{ key: 'OPENAI_KEY', value: 'sk-secret' }] },
    });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
