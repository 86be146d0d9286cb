import { OidcRefusal, technicalReason } from './oidc-refusal.js';

describe('the reason of a refusal, for the log', () => {
  it('follows the causes by their codes', () => {
    const socket = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' });
    const failed = new TypeError('fetch failed', { cause: socket });
    const refusal = new OidcRefusal('oauth_error', 'discovery_failed', { cause: failed });
    expect(technicalReason(refusal)).toBe('TypeError < ECONNREFUSED');
    expect(technicalReason(new OidcRefusal('auth_failed', 'no_code'))).toBe('');
  });

  it('tells nothing that a provider wrote freely', () => {
    const answer = Object.assign(new Error('secret text'), {
      error: 'a text with a token eyJ.x.y',
      code: 'OAUTH_RESPONSE_BODY_ERROR',
      error_description: 'secret text',
    });
    const refusal = new OidcRefusal('oauth_error', 'token_refused', { cause: answer });
    expect(technicalReason(refusal)).toBe('OAUTH_RESPONSE_BODY_ERROR');
    answer.error = 'invalid_grant';
    expect(technicalReason(refusal)).toBe('invalid_grant');
  });
});
