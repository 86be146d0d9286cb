import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../testing/answers.js';
import { button, field, link, listTexts } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { AuthenticatorSetup } from './authenticator-setup.js';
import { ConfirmAuthenticatorMutation, StartAuthenticatorMutation } from './mutations.js';

const { jest } = import.meta;

const started = answer(StartAuthenticatorMutation, {
  startAuthenticator: { secret: 'ABCD1234ABCD', uri: 'otpauth://totp/x?secret=ABCD1234ABCD' },
});
const confirmed = (recoveryCodes: string[] | null) =>
  answer(ConfirmAuthenticatorMutation, { confirmAuthenticator: { recoveryCodes } });

const open = async (...answers: Parameters<typeof renderComponent>[1] & object) => {
  const onDone = jest.fn<void, []>();
  const page = await renderComponent(
    <AuthenticatorSetup onCancel={() => undefined} onDone={onDone} />,
    answers,
  );
  expect(button('Continue')).toHaveProperty('disabled', true);
  await page.fill(screen.getByLabelText('Your password'), 'my password');
  await page.user.keyboard('{Enter}');
  return { page, onDone };
};

describe('adding an authenticator app', () => {
  it('takes a code, after a wrong one, and shows the recovery codes once', async () => {
    const words = 'The code is wrong.';
    const { page, onDone } = await open(started, refuse(ConfirmAuthenticatorMutation, words));
    expect(page.sent(StartAuthenticatorMutation)).toEqual([{ input: { password: 'my password' } }]);
    screen.getByRole('img', { name: 'QR code for your authenticator app' });
    screen.getByText('ABCD 1234 ABCD');
    expect(document.activeElement).toBe(field('Code'));
    await page.user.keyboard('000000{Enter}');
    within(screen.getByRole('alert')).getByText(words);

    page.answer(confirmed(['aaaa-bbbb', 'cccc-dddd']));
    await page.fill(field('Code'), '123456');
    await page.user.keyboard('{Enter}');
    expect(page.sent(ConfirmAuthenticatorMutation)).toEqual([
      { input: { code: '000000' } },
      { input: { code: '123456' } },
    ]);
    screen.getByText('Authenticator app added.');
    expect(listTexts('listitem')).toEqual(['aaaa-bbbb', 'cccc-dddd']);
    expect(decodeURIComponent(link('Download').getAttribute('href') ?? '')).toBe(
      'data:text/plain,aaaa-bbbb\ncccc-dddd\n',
    );
    expect(onDone).not.toHaveBeenCalled();
    await page.user.click(button('I have saved them'));
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('shows no recovery codes to users who have some', async () => {
    const { page, onDone } = await open(started, confirmed(null));
    await page.user.keyboard('123456{Enter}');
    expect(onDone).toHaveBeenCalledTimes(1);
  });
});
