import { screen } from '@testing-library/react/pure';
import { ChangePasswordMutation } from '../../../components/passwords/change-password-form.js';
import { ViewerQuery } from '../../../lib/viewer/viewer.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { hasLeftPage } from '../../../testing/left-page.js';
import { renderComponent, renderPage } from '../../../testing/render-page.js';
import { RenameMutation } from '../api/account.js';
import { AccountPage } from './account-page.js';

const PASSWORD = 'quiet rivers run deep';

describe('your account', () => {
  it('gets another username, which the menu then shows', async () => {
    const page = await renderPage('/profile/account', [
      answer(RenameMutation, ({ input }) => ({
        patchViewer: { user: { id: 'user-1', username: input.newUsername ?? '' } },
      })),
    ]);
    const save = button('Save name');
    expect(save).toHaveProperty('disabled', true);
    await page.fill(field('Username'), ' grace ');
    page.answer(
      answer(ViewerQuery, {
        viewer: {
          id: 'user-1',
          username: 'grace',
          email: 'ada@example.com',
          authMethod: 'LOCAL',
          passwordNeedsReset: false,
          secondFactor: null,
          role: { id: 'role-1', name: 'MEMBER' },
        },
      }),
    );
    await page.user.click(save);
    await screen.findByText('Your username is now grace');
    expect(page.sent(RenameMutation)).toEqual([{ input: { newUsername: 'grace' } }]);
    expect(field('Username')).toHaveProperty('value', 'grace');
    screen.getByRole('button', { name: 'G Account' });
  });

  it('shows why a username cannot be used, and keeps the input', async () => {
    const words = 'Username already exists.';
    const page = await renderComponent(<AccountPage />, [
      refuse(RenameMutation, words, 'CONFLICT'),
    ]);
    await page.fill(field('Username'), 'admin');
    await page.user.keyboard('{Enter}');
    screen.getByText(words);
    expect(field('Username')).toHaveProperty('value', 'admin');
  });

  it.each([
    ['LOCAL', 'With a Spandrel password', 1],
    ['OAUTH2', 'With your organization’s sign-in provider', 0],
    ['LDAP', 'With your organization’s directory', 0],
  ] as const)('says how its user signs in (%s)', async (authMethod, words, passwordFields) => {
    await renderComponent(<AccountPage />, [], { as: 'VIEWER', viewer: { authMethod } });
    screen.getByText(words);
    screen.getByText('ada@example.com');
    screen.getByText('View everything, without changing anything.');
    expect(screen.queryAllByLabelText('Current password')).toHaveLength(passwordFields);
  });

  it('gets another password', async () => {
    const page = await renderComponent(<AccountPage />, [
      answer(ChangePasswordMutation, { patchViewer: { __typename: 'UserMutationPayload' } }),
    ]);
    await page.fill(screen.getByLabelText('Current password'), 'old one');
    await page.fill(screen.getByLabelText('New password'), PASSWORD);
    await page.fill(screen.getByLabelText('Confirm new password'), PASSWORD);
    await page.user.click(button('Change password'));
    expect(page.sent(ChangePasswordMutation)).toEqual([
      { input: { currentPassword: 'old one', newPassword: PASSWORD } },
    ]);
    expect(hasLeftPage()).toBe(true);
  });
});
