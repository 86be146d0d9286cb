import { readEnv } from '../config/env.js';
import { pageConfig } from './page-config.js';

const SECRET = 'signing-secret-0123456789-abcdefghijk';

const secured = (env: Record<string, string> = {}) =>
  pageConfig(readEnv({ SPANDREL_ENABLE_AUTH: 'true', SPANDREL_SECRET: SECRET, ...env }));

const provider = (name: string, display: string) => ({
  [`SPANDREL_OAUTH2_${name}_CLIENT_ID`]: 'spandrel',
  [`SPANDREL_OAUTH2_${name}_CLIENT_SECRET`]: 'canary-client-secret',
  [`SPANDREL_OAUTH2_${name}_OIDC_CONFIG_URL`]: 'https://id.example.com/.well-known/x',
  [`SPANDREL_OAUTH2_${name}_DISPLAY_NAME`]: display,
});

describe('pageConfig', () => {
  it('says that an open server requires no sign-in', () => {
    expect(pageConfig(readEnv({}))).toMatchObject({ authenticationEnabled: false, oAuth2Idps: [] });
  });

  it('says whether agents can use the server', () => {
    expect(pageConfig(readEnv({})).mcpServerEnabled).toBe(true);
    const off = readEnv({ SPANDREL_ENABLE_MCP_SERVER: 'false' });
    expect(pageConfig(off).mcpServerEnabled).toBe(false);
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
    const config = secured({
      ...provider('GOOGLE', 'Google'),
      ...provider('COMPANY', '</script>'),
      SPANDREL_OAUTH2_GOOGLE_AUTO_LOGIN: 'true',
      SPANDREL_DISABLE_BASIC_AUTH: 'true',
    });
    expect(config).toMatchObject({
      basicAuthDisabled: true,
      oAuth2Idps: [
        { name: 'company', displayName: '</script>' },
        { name: 'google', displayName: 'Google' },
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
      ldapManualUserCreationEnabled: canBeNamed,
    });
    expect(JSON.stringify(config)).not.toContain('example.com');
  });
});
