import { screen, within } from '@testing-library/react/pure';
import { answerRest } from '../../../testing/answers.js';
import { button, field, link } from '../../../testing/elements.js';
import { hasLeftPage } from '../../../testing/left-page.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';

const LOGIN = 'POST auth/login';
const ACME = {
  signInLinks: [{ name: 'acme', displayName: 'Acme', path: 'oauth2/acme/login' }],
};
const DIRECTORY = { ldapEnabled: true };
const accepted = answerRest(LOGIN, null, 204);
const askedForMore = answerRest(LOGIN, { second_factors: ['authenticator', 'recovery_code'] });

const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const enter = async (page: TestPage, name: HTMLElement, text: string) => {
  await page.fill(name, 'ada@example.com');
  await page.fill(password(), text);
  await page.user.keyboard('{Enter}');
};
const alert = () => within(screen.getByRole('alert'));

describe('the sign-in page', () => {
  it('sends email address and password, and then leaves', async () => {
    const page = await renderPage('/login?returnUrl=/datasets', [accepted]);
    expect(document.title).toBe('Sign in · Spandrel');
    expect(document.activeElement).toBe(field('Email'));
    expect(password().autocomplete).toBe('current-password');
    await enter(page, field('Email'), 'correct horse');
    expect(page.calls(LOGIN)).toEqual([{ email: 'ada@example.com', password: 'correct horse' }]);
    expect(hasLeftPage()).toBe(true);
  });

  it('keeps the email address after a wrong password, and selects the password', async () => {
    const page = await renderPage('/login', [
      answerRest(LOGIN, 'Invalid email and/or password', 401),
    ]);
    await enter(page, field('Email'), 'no such password');
    alert().getByText('Wrong email or password.');
    expect(field('Email')).toHaveProperty('value', 'ada@example.com');
    await page.user.keyboard('another');
    expect(password().value).toBe('another');
  });

  it.each([
    [401, 'untrusted origin', 'untrusted origin'],
    [422, 'The email address is too long.', 'The email address is too long.'],
    [500, '', 'The server responded with status 500.'],
  ])('shows any other message of the server (%d)', async (status, text, words) => {
    const page = await renderPage('/login', [answerRest(LOGIN, text, status)]);
    await enter(page, field('Email'), 'x');
    alert().getByText(words);
  });

  it('says that the server cannot be reached', async () => {
    const page = await renderPage('/login', [{ name: LOGIN, reply: () => 'unreachable' }]);
    await enter(page, field('Email'), 'x');
    alert().getByText('The server cannot be reached. Try again in a moment.');
  });

  it('asks for the second factor, and can start over', async () => {
    const page = await renderPage('/login', [askedForMore]);
    await enter(page, field('Email'), 'x');
    screen.getByRole('heading', { name: 'Confirm it’s you', level: 1 });
    expect(document.activeElement).toBe(field('Code'));
    await page.user.click(button('Use another account'));
    screen.getByRole('heading', { name: 'Sign in', level: 1 });
    expect(field('Email')).toHaveProperty('value', '');
    expect(hasLeftPage()).toBe(false);
  });

  it('asks for the password again if the second step took too long', async () => {
    const page = await renderPage('/login', [
      askedForMore,
      answerRest('POST auth/second-factor', 'Enter your password again.', 401),
    ]);
    await enter(page, field('Email'), 'x');
    await page.user.keyboard('123456{Enter}');
    alert().getByText('That took too long. Enter your password again.');
    field('Email');
  });

  it.each([
    ['email_in_use', /another sign-in method/],
    ['invalid_state', /another tab/],
    ['<b>made up</b>', /^Sign-in failed\. Try again\.$/],
  ])('explains why a provider failed (%s)', async (error, words) => {
    await renderPage(`/login?${new URLSearchParams({ error })}`);
    alert().getByText(words);
  });

  it.each([
    ['password_reset', /^Your password has been reset\./],
    ['password_changed', /^Your password has been changed\./],
    ['signed_out', /^You have signed out\.$/],
  ])('confirms what has just happened (%s)', async (message, words) => {
    await renderPage(`/login?message=${message}`);
    screen.getByText(words);
  });

  it('says who resets a forgotten password if the server sends no email', async () => {
    await renderPage('/login');
    screen.getByText('Forgot your password? Ask an administrator to reset it.');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('leads to the form for a forgotten password if the server sends email', async () => {
    const page = await renderPage('/login', [], { config: { passwordResetEmailEnabled: true } });
    await page.user.click(link('Forgot your password?'));
    expect(page.address()).toBe('/forgot-password');
  });
});

describe('signing in elsewhere', () => {
  it.each([
    ['/profile/account', '/profile/account'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/auth/logout', '/'],
  ])('asks a provider to come back to %s as %s', async (returnUrl, trusted) => {
    await renderPage(`/login?${new URLSearchParams({ returnUrl })}`, [], { config: ACME });
    const address = link('Continue with Acme').getAttribute('href') ?? '';
    expect(address).toBe(
      `http://localhost/oauth2/acme/login?${new URLSearchParams({ returnUrl: trusted })}`,
    );
  });

  it('happens at once if the server is set up so', async () => {
    await renderPage('/login', [], { config: { ...ACME, autoLoginIdp: 'acme' } });
    screen.getByRole('heading', { name: 'Signing in', level: 1 });
    expect(hasLeftPage()).toBe(true);
  });

  it.each([
    ['an error', '/login?error=email_in_use', ''],
    ['a message', '/login?message=signed_out', ''],
    ['signing out in this tab', '/login', 'true'],
  ])('waits for a click after %s', async (_after, path, signedOut) => {
    if (signedOut) sessionStorage.setItem('signed-out', signedOut);
    await renderPage(path, [], { config: { ...ACME, autoLoginIdp: 'acme' } });
    link('Continue with Acme');
    expect(hasLeftPage()).toBe(false);
  });

  it('sends a username to the directory', async () => {
    const call = 'POST auth/ldap/login';
    const page = await renderPage(
      '/login?returnUrl=/datasets',
      [answerRest(call, 'Invalid email and/or password', 401)],
      {
        config: DIRECTORY,
      },
    );
    field('Email');
    await page.user.click(screen.getByRole('radio', { name: 'Directory' }));
    await enter(page, field('Username'), 'wrong');
    alert().getByText(/^Wrong username or password, or the account has no access/);
    page.answer(answerRest(call, null, 204));
    await page.user.keyboard('right{Enter}');
    expect(page.calls(call)).toEqual([
      { username: 'ada@example.com', password: 'wrong' },
      { username: 'ada@example.com', password: 'right' },
    ]);
    expect(hasLeftPage()).toBe(true);
  });

  it('is all there is on a server without passwords', async () => {
    await renderPage('/login', [], { config: { ...ACME, basicAuthDisabled: true } });
    link('Continue with Acme');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByText(/Forgot your password/)).toBeNull();
  });
});

describe('a passkey', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'PublicKeyCredential');
  afterEach(() => {
    delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential;
    if (before) Object.defineProperty(globalThis, 'PublicKeyCredential', before);
  });

  it('is not offered by a browser that has none', async () => {
    await renderPage('/login');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });

  it('is offered besides the form, and says why it does not sign in', async () => {
    Object.assign(globalThis, { PublicKeyCredential: class {} });
    const words = 'Passkeys need a host name instead of an IP address, such as localhost.';
    const page = await renderPage('/login', [answerRest('POST auth/passkey/options', words, 422)]);
    await page.user.click(button('Sign in with a passkey'));
    alert().getByText(words);
    expect(hasLeftPage()).toBe(false);
  });
});
