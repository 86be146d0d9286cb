import { readEnv } from './env.js';

const SECURED = {
  SPANDREL_ENABLE_AUTH: 'true',
  SPANDREL_SECRET: 'signing-secret-0123456789-abcdefghijk',
};

const read = (env: Record<string, string>) => readEnv({ ...SECURED, ...env }).authorizationServer;

describe('the settings for applications', () => {
  it('let every application ask by default, for 90 days', () => {
    expect(read({})).toEqual({
      isEnabled: true,
      grantMs: 90 * 24 * 60 * 60 * 1000,
      checksConsentOrigin: true,
      registration: 'enabled',
      redirectHosts: [],
      registrationsPerHour: 10,
    });
  });

  it('let no application ask without authentication', () => {
    expect(readEnv({}).authorizationServer.isEnabled).toBe(false);
  });

  it('can be changed', () => {
    const env = {
      SPANDREL_ENABLE_OAUTH2_AUTHORIZATION_SERVER: 'false',
      SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS: '0.5',
      SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK: 'off',
      SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION: 'local_only',
      SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS: ' Claude.ai, ,app.example.com ',
      SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR: '1000',
    };
    expect(read(env)).toEqual({
      isEnabled: false,
      grantMs: 12 * 60 * 60 * 1000,
      checksConsentOrigin: false,
      registration: 'local_only',
      redirectHosts: ['claude.ai', 'app.example.com'],
      registrationsPerHour: 1000,
    });
  });

  it.each([
    ['SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS', '0'],
    ['SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS', '-1'],
    ['SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS', 'Infinity'],
    ['SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS', '40000'],
    ['SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK', 'lax'],
    ['SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION', 'true'],
    ['SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS', 'https://app.example.com'],
    ['SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS', '*.example.com'],
    ['SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR', '0'],
    ['SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR', '1.5'],
    ['SPANDREL_ENABLE_OAUTH2_AUTHORIZATION_SERVER', 'yes'],
  ])('%s cannot be %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`${name} is "${value}". It must be`);
  });

  it('are not taken for those of an identity provider with a similar name', () => {
    const provider = {
      SPANDREL_OAUTH2_GRANT_CLIENT_ID: 'spandrel',
      SPANDREL_OAUTH2_GRANT_CLIENT_SECRET: 'secret',
      SPANDREL_OAUTH2_GRANT_OIDC_CONFIG_URL: 'https://id.example.com/.well-known/x',
      SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS: '30',
    };
    expect(read(provider).grantMs).toBe(30 * 24 * 60 * 60 * 1000);
  });
});
