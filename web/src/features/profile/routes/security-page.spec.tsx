import { screen, within } from '@testing-library/react/pure';
import { StartAuthenticatorMutation } from '../../../components/second-factor/mutations.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import { type SecondFactor, SecondFactorQuery } from '../api/second-factor.js';

const factors = (part: Partial<SecondFactor> = {}) =>
  answer(SecondFactorQuery, {
    viewer: {
      id: 'user-1',
      secondFactor: {
        authenticatorAddedAt: '2026-02-03T04:05:06Z',
        recoveryCodeCount: 10,
        passkeys: [],
        ...part,
      },
    },
  });

describe('the second factors of a user', () => {
  it.each([
    [10, /^$/],
    [4, /^$/],
    [3, /^Get new codes before you have none left/],
    [0, /only an administrator can let you in/],
  ])('come with %d recovery codes, and a warning if these are few', async (count, words) => {
    await renderPage('/profile/security', [factors({ recoveryCodeCount: count })]);
    screen.getByText(new RegExp(`You have ${count} codes left`));
    expect(screen.queryByRole('alert')?.textContent ?? '').toMatch(words);
  });

  it('are not added with a wrong password', async () => {
    const words = 'The password is wrong.';
    const page = await renderPage('/profile/security', [
      factors({ authenticatorAddedAt: null }),
      refuse(StartAuthenticatorMutation, words),
    ]);
    await page.user.click(button('Add app'));
    await page.fill(screen.getByLabelText(/^Your password/), 'wrong');
    await page.user.keyboard('{Enter}');
    within(screen.getByRole('alert')).getByText(words);
    screen.getByRole('dialog', { name: 'Add an authenticator app' });
    expect(page.sent(StartAuthenticatorMutation)).toEqual([{ input: { password: 'wrong' } }]);
  });
});
