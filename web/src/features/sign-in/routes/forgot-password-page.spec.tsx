import { screen, within } from '@testing-library/react/pure';
import { answerRest } from '../../../testing/answers.js';
import { button, field, link } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';

const CALL = 'POST auth/password-reset-email';
const MAIL = { config: { passwordResetEmailEnabled: true } };

describe('the form for a forgotten password', () => {
  it('sends the address, and does not say whether it has an account', async () => {
    const page = await renderPage('/forgot-password', [answerRest(CALL, null, 204)], MAIL);
    screen.getByRole('heading', { name: 'Forgot your password?', level: 1 });
    expect(document.activeElement).toBe(field('Email'));
    await page.fill(field('Email'), ' nobody@example.com ');
    await page.user.keyboard('{Enter}');
    expect(screen.getByRole('status').textContent).toMatch(
      /^If nobody@example\.com has an account with a password here, you will get an email\./,
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(page.calls(CALL)).toEqual([{ email: 'nobody@example.com' }]);
  });

  it('keeps the address if the request fails', async () => {
    const page = await renderPage('/forgot-password', [answerRest(CALL, 'No mail.', 503)], MAIL);
    await page.fill(field('Email'), 'ada@example.com');
    await page.user.click(button('Send reset link'));
    within(screen.getByRole('alert')).getByText('No mail.');
    expect(field('Email')).toHaveProperty('value', 'ada@example.com');
  });

  it('is paused after too many requests', async () => {
    const tooMany = answerRest(CALL, 'Slow down', 429, { 'retry-after': '60' });
    const page = await renderPage('/forgot-password', [tooMany], MAIL);
    await page.fill(field('Email'), 'ada@example.com');
    await page.user.click(button('Send reset link'));
    within(screen.getByRole('alert')).getByText(/^Too many requests/);
    expect(screen.getByRole('button', { name: /^Try again in (1:00|0:5\d)$/ })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it.each([
    ['sends no email', {}, /Ask an administrator to reset your password/],
    ['has no passwords', { basicAuthDisabled: true }, /does not use passwords/],
  ])('says what to do if the server %s', async (_case, config, words) => {
    const page = await renderPage('/forgot-password', [], { config });
    screen.getByText(words);
    expect(screen.queryByRole('textbox')).toBeNull();
    await page.user.click(link('Back to sign-in'));
    expect(page.address()).toBe('/login');
  });
});
