import { screen, within } from '@testing-library/react/pure';
import { SetSecretsMutation } from '../../../components/secrets/set-secrets.js';
import { aConnection, type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, dialog, field, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import { type SecretRow, SecretsQuery } from '../api/secrets.js';

const VALUE = 'sk-very-secret-value';

function aSecret(part: Partial<SecretRow> = {}): SecretRow {
  return {
    id: 'secret-1',
    key: 'OPENAI_KEY',
    updatedAt: '2026-02-03T04:05:06Z',
    value: { __typename: 'DecryptedSecret' },
    user: { id: 'user-1', username: 'ada' },
    ...part,
  };
}

const listed = (...secrets: SecretRow[]) => answer(SecretsQuery, { secrets: aConnection(secrets) });
const SAVED = answer(SetSecretsMutation, {
  upsertOrDeleteSecrets: { upsertedSecrets: [{ id: 'secret-1' }], deletedIds: [] },
});
const open = (...answers: Answer[]) => renderPage('/settings/secrets', answers, { as: 'ADMIN' });

describe('the secrets', () => {
  it('are added, after a name that programs could not use', async () => {
    const page = await open(listed(), SAVED);
    screen.getByText('No secrets yet');
    await page.user.click(button('Add secret'));
    const form = dialog('Add secret');
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'OPENAI-KEY');
    await page.fill(form.getByRole('textbox', { name: 'Value' }), VALUE);
    await page.user.click(form.getByRole('button', { name: 'Add secret' }));
    form.getByText(/^Use only unaccented letters, digits and underscores/);
    expect(page.sent(SetSecretsMutation)).toEqual([]);

    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'OPENAI_KEY');
    page.answer(listed(aSecret()));
    await page.user.click(form.getByRole('button', { name: 'Add secret' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    row(/^OPENAI_KEY .* ada$/);
    expect(document.body.innerHTML).not.toContain(VALUE);
    expect(page.sent(SetSecretsMutation)).toEqual([
      { input: { secrets: [{ key: 'OPENAI_KEY', value: VALUE }] } },
    ]);
  });

  it('warn before one of the same name is replaced', async () => {
    const page = await open(listed(aSecret()), refuse(SetSecretsMutation, 'No secret is set.'));
    await page.user.click(button('Add secret'));
    const form = dialog('Add secret');
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'OPENAI_KEY');
    form.getByText(/A secret with this name exists/);
    await page.fill(form.getByRole('textbox', { name: 'Value' }), VALUE);
    await page.user.click(form.getByRole('button', { name: 'Add secret' }));
    within(form.getByRole('alert')).getByText('No secret is set.');
  });

  it('are replaced without showing the stored value', async () => {
    const page = await open(listed(aSecret()), SAVED);
    await page.user.click(button('Replace OPENAI_KEY'));
    const form = dialog('Replace OPENAI_KEY');
    const value = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Value' });
    expect(value.value).toBe('');
    const replace = form.getByRole('button', { name: 'Replace value' });
    expect(replace).toHaveProperty('disabled', true);
    await page.fill(value, 'another');
    await page.user.click(replace);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.sent(SetSecretsMutation)).toEqual([
      { input: { secrets: [{ key: 'OPENAI_KEY', value: 'another' }] } },
    ]);
  });

  it('are deleted after a question', async () => {
    const page = await open(listed(aSecret()), SAVED);
    await page.user.click(button('Delete OPENAI_KEY'));
    const question = dialog('Delete OPENAI_KEY');
    question.getByText(/Programs that read this secret will no longer find it/);
    expect(page.sent(SetSecretsMutation)).toEqual([]);
    page.answer(listed());
    await page.user.click(question.getByRole('button', { name: 'Delete secret' }));
    screen.getByText('No secrets yet');
    expect(page.sent(SetSecretsMutation)).toEqual([
      { input: { secrets: [{ key: 'OPENAI_KEY', value: null }] } },
    ]);
  });

  it('are found by name, and say if they cannot be read', async () => {
    const parseError = 'It was encrypted with another secret.';
    const page = await open(
      listed(
        aSecret(),
        aSecret({
          id: 'secret-2',
          key: 'LOST',
          user: null,
          value: { __typename: 'UnparsableSecret', parseError },
        }),
      ),
    );
    row(/^LOSTunreadable .* –$/);
    await page.fill(field('Find secrets by name'), 'open');
    expect(screen.queryByText('LOST')).toBeNull();
    row(/^OPENAI_KEY/);
    expect(page.address()).toBe('/settings/secrets?q=open');
    await page.fill(field('Find secrets by name'), 'x');
    screen.getByText('No secret name contains “x”.');
    await page.user.click(button('Show all secrets'));
    screen.getByText('2 secrets');
  });
});
