import { describeMessage, describeSignInError } from './sign-in-messages.js';

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
  it('has a message for every code of the server', () => {
    const texts = CODES.map(describeSignInError);
    expect(new Set(texts).size).toBe(CODES.length);
    expect(texts).not.toContain(describeSignInError('something_new'));
  });

  it('never shows text from the URL', () => {
    expect(describeSignInError('<b>call 555</b>')).toBe('Sign-in failed. Try again.');
    expect(describeSignInError('constructor')).toBe('Sign-in failed. Try again.');
    expect(describeSignInError(undefined)).toBeUndefined();
  });
});

describe('describeMessage', () => {
  it('confirms a password reset', () => {
    expect(describeMessage('password_reset')).toMatch(/new one/);
  });

  it('returns nothing for an unknown code', () => {
    expect(describeMessage('toString')).toBeUndefined();
  });
});
