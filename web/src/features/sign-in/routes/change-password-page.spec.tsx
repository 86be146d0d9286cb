import { screen, within } from '@testing-library/react/pure';
import { ChangePasswordMutation } from '../../../components/passwords/change-password-form.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { hasLeftPage } from '../../../testing/left-page.js';
import { renderPage } from '../../../testing/render-page.js';

const EXPIRED = { viewer: { passwordNeedsReset: true } };
const PASSWORD = 'quiet rivers run deep';

describe('a password set by someone else', () => {
  it('must be changed before anything else', async () => {
    const words = 'The current password is wrong.';
    const page = await renderPage(
      '/profile/preferences',
      [refuse(ChangePasswordMutation, words)],
      EXPIRED,
    );
    expect(page.address()).toMatch(/^\/reset-password\?returnUrl=/);
    screen.getByRole('heading', { name: 'Choose a new password', level: 1 });
    const save = button('Change password');
    await page.fill(screen.getByLabelText('Current password'), 'wrong');
    await page.fill(screen.getByLabelText('New password'), 'too short');
    screen.getByText('6 more characters needed.');
    expect(save).toHaveProperty('disabled', true);
    await page.fill(screen.getByLabelText('New password'), PASSWORD);
    expect(save).toHaveProperty('disabled', true);
    await page.fill(screen.getByLabelText('Confirm new password'), PASSWORD);
    await page.user.click(save);
    within(screen.getByRole('alert')).getByText(words);
    expect(hasLeftPage()).toBe(false);

    page.answer(
      answer(ChangePasswordMutation, { patchViewer: { __typename: 'UserMutationPayload' } }),
    );
    await page.fill(screen.getByLabelText('Current password'), 'given by the administrator');
    await page.user.keyboard('{Enter}');
    expect(page.sent(ChangePasswordMutation).at(-1)).toEqual({
      input: { currentPassword: 'given by the administrator', newPassword: PASSWORD },
    });
    expect(hasLeftPage()).toBe(true);
  });

  it('is not asked for again from an old link', async () => {
    await renderPage('/reset-password?returnUrl=/datasets');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(hasLeftPage()).toBe(true);
  });
});
