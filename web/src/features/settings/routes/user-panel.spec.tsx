import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { dialog } from '../../../testing/elements.js';
import { aUser, aUserDetail, userShown, usersListed } from '../../../testing/factories/users.js';
import { renderPage } from '../../../testing/render-page.js';
import { DeleteUserKeyMutation } from '../api/api-keys.js';
import {
  DeleteUsersMutation,
  EndUserSessionMutation,
  PatchUserMutation,
  ResetSecondFactorMutation,
} from '../api/user-mutations.js';
import { UserQuery, type UserDetail } from '../api/users.js';

const panel = () => within(screen.getByRole('region', { name: 'User' }));

const open = (user: UserDetail, ...answers: Answer[]) =>
  renderPage('/settings/users/user-2?q=gr', [usersListed(aUser()), userShown(user), ...answers], {
    as: 'ADMIN',
  });

describe('the panel of a user', () => {
  it('shows the account, and closes to the same search', async () => {
    const page = await open(
      aUserDetail({ isActive: false, passwordNeedsReset: true, authMethod: 'OAUTH2' }),
    );
    panel().getByRole('heading', { name: 'grace' });
    for (const text of [
      'grace@example.com',
      'Member',
      'Provider',
      'deactivated: cannot sign in',
      'must be changed at the next sign-in',
      'spd_AbCd1234…',
      '192.0.2.7',
    ]) {
      panel().getByText(text);
    }
    expect(panel().queryByRole('button', { name: 'Reset password…' })).toBeNull();
    await page.user.click(panel().getByRole('button', { name: 'Close (Esc)' }));
    expect(page.address()).toBe('/settings/users?q=gr');
  });

  it('renames the user', async () => {
    const page = await open(
      aUserDetail(),
      answer(PatchUserMutation, { patchUser: { user: aUser({ username: 'hopper' }) } }),
    );
    await page.user.click(panel().getByRole('button', { name: 'Rename…' }));
    const form = dialog('Rename user');
    const rename = form.getByRole('button', { name: 'Rename user' });
    expect(rename).toHaveProperty('disabled', true);
    await page.fill(form.getByRole('textbox', { name: 'Username' }), ' hopper ');
    page.answer(userShown(aUserDetail({ username: 'hopper' })));
    await page.user.click(rename);
    await screen.findByText('grace has been renamed to hopper');
    panel().getByRole('heading', { name: 'hopper' });
    screen.getByRole('row', { name: /^Select hopper hopper/ });
    expect(page.sent(PatchUserMutation)).toEqual([
      { input: { userId: 'user-2', newUsername: 'hopper' } },
    ]);
  });

  it('keeps a name that is taken in the form', async () => {
    const page = await open(aUserDetail(), refuse(PatchUserMutation, 'Username already exists.'));
    await page.user.click(panel().getByRole('button', { name: 'Rename…' }));
    const form = dialog('Rename user');
    await page.fill(form.getByRole('textbox', { name: 'Username' }), 'ada');
    await page.user.click(form.getByRole('button', { name: 'Rename user' }));
    form.getByText('Username already exists.');
    panel().getByRole('heading', { name: 'grace' });
  });

  it('sets a generated password, which is shown once', async () => {
    const page = await open(
      aUserDetail(),
      answer(PatchUserMutation, { patchUser: { user: aUser({ passwordNeedsReset: true }) } }),
    );
    await page.user.click(panel().getByRole('button', { name: 'Reset password…' }));
    const form = dialog('Reset password for grace');
    form.getByText(/API keys keep working/);
    page.answer(userShown(aUserDetail({ passwordNeedsReset: true, sessions: [] })));
    await page.user.click(form.getByRole('button', { name: 'Reset password' }));
    const [sent] = page.sent(PatchUserMutation);
    expect(sent).toEqual({
      input: { userId: 'user-2', newPassword: expect.stringMatching(/^\S{20}$/) as string },
    });
    form.getByText(sent!.input.newPassword!);
    form.getByText(/must choose their own password/);
    await page.user.click(form.getByRole('button', { name: 'Done' }));
    panel().getByText('Not signed in anywhere.');
    screen.getByText('password must be changed');
    expect(screen.queryByText(sent!.input.newPassword!)).toBeNull();
  });

  it('says why a password is not reset', async () => {
    const page = await open(aUserDetail(), refuse(PatchUserMutation, 'No user has this ID.'));
    await page.user.click(panel().getByRole('button', { name: 'Reset password…' }));
    const form = dialog('Reset password for grace');
    await page.user.click(form.getByRole('button', { name: 'Reset password' }));
    within(form.getByRole('alert')).getByText('No user has this ID.');
    expect(form.queryByText(/shown only once/)).toBeNull();
  });

  it('ends a session', async () => {
    const page = await open(
      aUserDetail(),
      answer(EndUserSessionMutation, { endLoginSession: { user: { id: 'user-2', sessions: [] } } }),
    );
    page.answer(userShown(aUserDetail({ sessions: [] })));
    await page.user.click(panel().getByRole('button', { name: /^End session in/ }));
    panel().getByText('Not signed in anywhere.');
    expect(page.sent(EndUserSessionMutation)).toEqual([{ input: { id: 'session-1' } }]);
  });

  it('deletes a key after a question', async () => {
    const page = await open(
      aUserDetail(),
      answer(DeleteUserKeyMutation, { deleteUserApiKey: { apiKeyId: 'key-1' } }),
    );
    await page.user.click(panel().getByRole('button', { name: 'Delete key laptop' }));
    const question = dialog('Delete key laptop');
    question.getByText('spd_AbCd1234…');
    question.getByText(/, owned by grace, will lose access\./);
    expect(page.sent(DeleteUserKeyMutation)).toEqual([]);
    page.answer(userShown(aUserDetail({ apiKeys: [] })));
    await page.user.click(question.getByRole('button', { name: 'Delete key' }));
    panel().getByText('No API keys.');
    expect(page.sent(DeleteUserKeyMutation)).toEqual([{ input: { id: 'key-1' } }]);
  });

  it('resets the second factor after a question', async () => {
    const page = await open(
      aUserDetail({
        secondFactor: { authenticatorAddedAt: null, passkeys: [{ id: 'passkey-1' }] },
      }),
      answer(ResetSecondFactorMutation, { resetSecondFactor: { user: { id: 'user-2' } } }),
    );
    panel().getByText('1 passkey');
    await page.user.click(panel().getByRole('button', { name: 'Reset second factor…' }));
    const question = within(screen.getByRole('dialog'));
    page.answer(
      userShown(aUserDetail({ secondFactor: { authenticatorAddedAt: null, passkeys: [] } })),
    );
    await page.user.click(question.getByRole('button', { name: 'Reset' }));
    expect(panel().queryByRole('button', { name: 'Reset second factor…' })).toBeNull();
    expect(page.sent(ResetSecondFactorMutation)).toEqual([{ input: { userId: 'user-2' } }]);
  });

  it('deletes the user after the name was typed, and closes', async () => {
    const page = await open(
      aUserDetail(),
      answer(DeleteUsersMutation, { deleteUsers: { userIds: ['user-2'] } }),
    );
    await page.user.click(panel().getByRole('button', { name: 'Delete…' }));
    const question = dialog('Delete grace');
    await page.fill(question.getByRole('textbox'), 'grace');
    page.answer(usersListed());
    await page.user.click(question.getByRole('button', { name: 'Delete user' }));
    expect(page.address()).toBe('/settings/users?q=gr');
    expect(page.sent(DeleteUsersMutation)).toEqual([{ input: { userIds: ['user-2'] } }]);
  });

  it('offers only a new name for your own account', async () => {
    const own = { id: 'user-1', username: 'ada', email: 'ada@example.com' };
    await renderPage(
      '/settings/users/user-1',
      [usersListed(aUser(own)), userShown(aUserDetail({ ...own, apiKeys: [], sessions: [] }))],
      { as: 'ADMIN' },
    );
    const names = panel().getAllByRole('button', { name: /…$/ });
    expect(names.map(({ textContent }) => textContent)).toEqual(['Rename…']);
  });

  it('says that a user does not exist', async () => {
    await renderPage(
      '/settings/users/user-9',
      [usersListed(aUser()), refuse(UserQuery, 'No user has this ID.', 'NOT_FOUND')],
      { as: 'ADMIN' },
    );
    panel().getByText('User not found');
  });
});
