import type { SignInOffer } from '../auth/sign-in-methods/sign-in-method.contract.js';
import { readEnv } from '../config/env.js';
import { pageConfig } from './page-config.js';

const SECRET = 'signing-secret-0123456789-abcdefghijk';

const secured = (env: Record<string, string> = {}, offers: SignInOffer[] = []) =>
  pageConfig(readEnv({ SPANDREL_ENABLE_AUTH: 'true', SPANDREL_SECRET: SECRET, ...env }), offers);

const offer = (name: string, displayName: string, more: Partial<SignInOffer> = {}) => ({
  name,
  displayName,
  facts: [{ label: 'Client', value: 'canary-client' }],
  variables: 'SPANDREL_…',
  ...more,
});

const provider = (name: string, display: string) => ({
  [`SPANDREL_OAUTH2_${name}_CLIENT_ID`]: 'spandrel',
  [`SPANDREL_OAUTH2_${name}_CLIENT_SECRET`]: 'canary-client-secret',
  [`SPANDREL_OAUTH2_${name}_OIDC_CONFIG_URL`]: 'https://id.example.com/.well-known/x',
  [`SPANDREL_OAUTH2_${name}_DISPLAY_NAME`]: display,
});

describe('pageConfig', () => {
  it('says that an open server requires no sign-in', () => {
    expect(pageConfig(readEnv({}), [])).toMatchObject({
      authenticationEnabled: false,
      signInLinks: [],
    });
  });

  it('says whether agents can use the server', () => {
    expect(pageConfig(readEnv({}), []).mcpServerEnabled).toBe(true);
    const off = readEnv({ SPANDREL_ENABLE_MCP_SERVER: 'false' });
    expect(pageConfig(off, []).mcpServerEnabled).toBe(false);
  });

  it('lists the kinds of users that administrators can add', () => {
    const listAddable = (env: Record<string, string>) =>
      secured(env).authMethods.flatMap(({ name, canAddUsers }) => (canAddUsers ? [name] : []));
    expect(listAddable({})).toEqual(['LOCAL']);
    expect(listAddable(provider('GOOGLE', 'Google'))).toEqual(['LOCAL', 'OAUTH2']);
    const off = { ...provider('GOOGLE', 'Google'), SPANDREL_DISABLE_BASIC_AUTH: 'true' };
    expect(listAddable(off)).toEqual(['OAUTH2']);
  });

  it('describes the password rules', () => {
    const env = {
      SPANDREL_PASSWORD_MIN_LENGTH: '8',
      SPANDREL_ENABLE_STRONG_PASSWORD_POLICY: 'true',
    };
    expect(secured(env)).toMatchObject({
      authenticationEnabled: true,
      basicAuthDisabled: false,
      passwordMinLength: 8,
      passwordNeedsClasses: true,
      passwordResetEmailEnabled: false,
    });
  });

  it('names providers without their secrets', () => {
    const env = {
      ...provider('GOOGLE', 'Google'),
      ...provider('COMPANY', '</script>'),
      SPANDREL_DISABLE_BASIC_AUTH: 'true',
    };
    const config = secured(env, [
      offer('password', 'Password'),
      offer('company', '</script>', { startPath: 'oauth2/company/login' }),
      offer('google', 'Google', { startPath: 'oauth2/google/login', isAutomatic: true }),
    ]);
    expect(config).toMatchObject({
      basicAuthDisabled: true,
      signInLinks: [
        { name: 'company', displayName: '</script>', path: 'oauth2/company/login' },
        { name: 'google', displayName: 'Google', path: 'oauth2/google/login' },
      ],
      autoLoginIdp: 'google',
    });
    expect(JSON.stringify(config)).not.toMatch(/canary|signing|id\.example/);
  });

  it.each([
    ['mail', true],
    ['null', false],
  ])('describes a directory with the email attribute %j', (attribute, canBeNamed) => {
    const config = secured({
      SPANDREL_LDAP_HOST: 'ldap.example.com',
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '["ou=people,dc=example,dc=com"]',
      SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn": "*", "role": "MEMBER"}]',
      SPANDREL_LDAP_ATTR_UNIQUE_ID: 'entryUUID',
      SPANDREL_LDAP_ATTR_EMAIL: attribute,
    });
    expect(config).toMatchObject({
      ldapEnabled: true,
      authMethods: [
        { name: 'LOCAL' },
        { name: 'OAUTH2' },
        { name: 'LDAP', canAddUsers: canBeNamed },
      ],
    });
    expect(JSON.stringify(config)).not.toContain('example.com');
  });
});
