import { OidcRefusal, summarizeCauses } from './oidc-refusal.js';

describe('summarizeCauses', () => {
  it('lists the codes of the causes', () => {
    const socket = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' });
    const failed = new TypeError('fetch failed', { cause: socket });
    const refusal = new OidcRefusal('oauth_error', 'discovery_failed', { cause: failed });
    expect(summarizeCauses(refusal)).toBe('TypeError < ECONNREFUSED');
    expect(summarizeCauses(new OidcRefusal('auth_failed', 'no_code'))).toBe('');
  });

  it('leaves out text that a provider wrote', () => {
    const answer = Object.assign(new Error('secret text'), {
      error: 'a text with a token eyJ.x.y',
      code: 'OAUTH_RESPONSE_BODY_ERROR',
      error_description: 'secret text',
    });
    const refusal = new OidcRefusal('oauth_error', 'token_refused', { cause: answer });
    expect(summarizeCauses(refusal)).toBe('OAUTH_RESPONSE_BODY_ERROR');
    answer.error = 'invalid_grant';
    expect(summarizeCauses(refusal)).toBe('invalid_grant');
  });
});
