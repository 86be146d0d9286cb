import { describeMessage, describeSignInError } from './sign-in-words.js';

const CODES = [
  'unknown_idp',
  'auth_failed',
  'invalid_state',
  'unsafe_return_url',
  'oauth_error',
  'no_oidc_support',
  'missing_email_scope',
  'email_in_use',
  'sign_in_not_allowed',
];

describe('describeSignInError', () => {
  it('has a text of its own for every code of the server', () => {
    const texts = CODES.map(describeSignInError);
    expect(new Set(texts).size).toBe(CODES.length);
    expect(texts).not.toContain(describeSignInError('something_new'));
  });

  it('never shows what the address says', () => {
    expect(describeSignInError('<b>call 555</b>')).toBe('Signing in did not work. Try again.');
    expect(describeSignInError('constructor')).toBe('Signing in did not work. Try again.');
    expect(describeSignInError(undefined)).toBeUndefined();
  });
});

describe('describeMessage', () => {
  it('tells that the password was reset', () => {
    expect(describeMessage('password_reset')).toMatch(/new one/);
  });

  it('says nothing for what it does not know', () => {
    expect(describeMessage('toString')).toBeUndefined();
  });
});
