import { screen, within } from '@testing-library/react/pure';
import { StartAuthenticatorMutation } from '../../../components/second-factor/mutations.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button, listTexts } from '../../../testing/elements.js';
import { renderComponent, renderPage } from '../../../testing/render-page.js';
import {
  RemoveAuthenticatorMutation,
  RemovePasskeyMutation,
  ReplaceRecoveryCodesMutation,
  type SecondFactor,
  SecondFactorQuery,
} from '../api/second-factor.js';
import { SecurityPage } from './security-page.js';

const TIME = '2026-02-03T04:05:06Z';
const LAPTOP = { id: 'passkey-1', name: 'Laptop', createdAt: TIME, lastUsedAt: null };
const PHONE = { id: 'passkey-2', name: 'Phone', createdAt: TIME, lastUsedAt: TIME };

const factors = (part: Partial<SecondFactor> = {}) =>
  answer(SecondFactorQuery, {
    viewer: {
      id: 'user-1',
      secondFactor: {
        authenticatorAddedAt: TIME,
        recoveryCodeCount: 10,
        passkeys: [],
        ...part,
      },
    },
  });
const removed = { user: { id: 'user-1' } };
const password = () => screen.getByLabelText('Your password');
const open = (...answers: Parameters<typeof renderComponent>[1] & object) =>
  renderComponent(<SecurityPage />, answers);

describe('the second factors of a user', () => {
  it.each([
    [10, /^$/],
    [4, /^$/],
    [3, /^Get new codes before you run out/],
    [0, /only an administrator can let you in/],
  ])('come with %d recovery codes, and a warning if these are few', async (count, words) => {
    await open(factors({ recoveryCodeCount: count }));
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
    await page.fill(password(), 'wrong');
    await page.user.keyboard('{Enter}');
    within(screen.getByRole('alert')).getByText(words);
    screen.getByRole('dialog', { name: 'Add an authenticator app' });
    expect(page.sent(StartAuthenticatorMutation)).toEqual([{ input: { password: 'wrong' } }]);
  });

  it('are removed with the password, and the last one with the recovery codes', async () => {
    const page = await open(
      factors(),
      refuse(RemoveAuthenticatorMutation, 'The password is wrong.'),
    );
    expect(screen.queryByRole('button', { name: 'Add app' })).toBeNull();
    await page.user.click(button('Remove authenticator app'));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove authenticator app' }));
    dialog.getByText(/your recovery codes stop working/);
    await page.fill(password(), 'wrong');
    await page.user.keyboard('{Enter}');
    within(dialog.getByRole('alert')).getByText('The password is wrong.');
    await page.fill(password(), 'right');
    page.answer(
      answer(RemoveAuthenticatorMutation, { removeAuthenticator: removed }),
      factors({ authenticatorAddedAt: null, recoveryCodeCount: 0 }),
    );
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Authenticator app removed');
    expect(page.sent(RemoveAuthenticatorMutation).at(-1)).toEqual({ input: { password: 'right' } });
    button('Add app');
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });

  it('can be several passkeys, of which one is removed', async () => {
    const page = await open(
      factors({ authenticatorAddedAt: null, passkeys: [LAPTOP, PHONE] }),
      answer(RemovePasskeyMutation, { removePasskey: removed }),
    );
    expect(listTexts('listitem')).toEqual([
      expect.stringMatching(/^Laptopnever used/),
      expect.stringMatching(/^Phonelast used/),
    ]);
    await page.user.click(button('Remove passkey Phone'));
    screen.getByText('It no longer signs you in.');
    await page.fill(password(), 'right');
    page.answer(factors({ authenticatorAddedAt: null, passkeys: [LAPTOP] }));
    await page.user.click(button('Remove'));
    await screen.findByText('Passkey removed');
    expect(page.sent(RemovePasskeyMutation)).toEqual([
      { input: { id: 'passkey-2', password: 'right' } },
    ]);
    expect(screen.queryByText('Phone')).toBeNull();
  });

  it('get new recovery codes', async () => {
    const page = await open(
      factors({ recoveryCodeCount: 9 }),
      answer(ReplaceRecoveryCodesMutation, {
        replaceRecoveryCodes: { recoveryCodes: ['aaaa', 'bbbb'] },
      }),
    );
    await page.user.click(button('Replace codes'));
    const dialog = within(screen.getByRole('dialog', { name: 'Replace recovery codes' }));
    dialog.getByText(/The codes that you have now stop working\.$/);
    await page.fill(password(), 'right');
    page.answer(factors());
    await page.user.click(dialog.getByRole('button', { name: 'Replace codes' }));
    expect(page.sent(ReplaceRecoveryCodesMutation)).toEqual([{ input: { password: 'right' } }]);
    const codes = within(dialog.getByRole('list', { name: 'Recovery codes' }));
    codes.getByText('aaaa');
    codes.getByText('bbbb');
    await page.user.click(dialog.getByRole('button', { name: 'I have saved them' }));
    screen.getByText(/You have 10 codes left/);
    expect(screen.queryByText('aaaa')).toBeNull();
  });

  it('cannot be passkeys in this browser, which the page explains', async () => {
    await open(factors());
    screen.getByText(/a host name instead of an IP address/);
    expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
  });

  it('are managed elsewhere for users of a provider', async () => {
    await open(answer(SecondFactorQuery, { viewer: { id: 'user-1', secondFactor: null } }));
    screen.getByText('Managed where you sign in');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
