import { readOidcProviders } from './oidc-env.js';

const MINIMAL = {
  SPANDREL_OAUTH2_ACME_CLIENT_ID: 'spandrel',
  SPANDREL_OAUTH2_ACME_CLIENT_SECRET: 'hush',
  SPANDREL_OAUTH2_ACME_OIDC_CONFIG_URL: 'https://idp.example.com/.well-known/openid-configuration',
};

const acme = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(variables).map(([suffix, value]) => [`SPANDREL_OAUTH2_ACME_${suffix}`, value]),
  );

function read(variables: Record<string, string | undefined>) {
  const problems: string[] = [];
  const providers = readOidcProviders({ ...MINIMAL, ...variables }, problems);
  return { providers, problems, provider: providers[0] };
}

describe('the variables of OpenID Connect providers', () => {
  it('require three values and have defaults for the rest', () => {
    const { provider, problems } = read({});
    expect(problems).toEqual([]);
    expect(provider).toMatchObject({
      name: 'acme',
      displayName: 'Acme',
      clientId: 'spandrel',
      authMethod: 'client_secret_basic',
      clientSecret: 'hush',
      allowSignUp: true,
      autoLogin: false,
      alwaysPkce: false,
      rpInitiatedLogout: false,
      scope: 'openid email profile',
      groups: undefined,
      roles: undefined,
    });
    expect(provider?.emailPath.expression).toBe('email');
  });

  it('name any number of providers, sorted', () => {
    const { providers, problems } = read({
      SPANDREL_OAUTH2_AWS_COGNITO_CLIENT_ID: 'c',
      SPANDREL_OAUTH2_AWS_COGNITO_OIDC_CONFIG_URL: 'http://127.0.0.1:9000/config',
      SPANDREL_OAUTH2_AWS_COGNITO_TOKEN_ENDPOINT_AUTH_METHOD: 'NONE',
      SPANDREL_OAUTH2_my_own_CLIENT_ID: 'c',
      SPANDREL_OAUTH2_my_own_CLIENT_SECRET: 's',
      SPANDREL_OAUTH2_my_own_OIDC_CONFIG_URL: 'http://[::1]:9000/config',
      SPANDREL_OAUTH2_PORT: 'tcp://10.0.0.1:80',
    });
    expect(problems).toEqual([]);
    expect(providers.map(({ name, displayName }) => [name, displayName])).toEqual([
      ['acme', 'Acme'],
      ['aws_cognito', 'AWS Cognito'],
      ['my_own', 'My Own'],
    ]);
  });

  it('add scopes once, in their order', () => {
    const { provider } = read(acme({ SCOPES: 'groups  email offline_access groups' }));
    expect(provider?.scope).toBe('openid email profile groups offline_access');
  });

  it('map roles ignoring case, split at the first colon', () => {
    const { provider, problems } = read(
      acme({ ROLE_ATTRIBUTE_PATH: 'role', ROLE_MAPPING: 'Owner:admin, Dev : Member' }),
    );
    expect(problems).toEqual([]);
    expect([...(provider?.roles?.mapping ?? [])]).toEqual([
      ['Owner', 'ADMIN'],
      ['Dev', 'MEMBER'],
    ]);
    expect(provider?.roles).toMatchObject({ strict: false, resync: true });
  });

  it('locate an assertion file by a path or by a variable that contains one', () => {
    const method = { TOKEN_ENDPOINT_AUTH_METHOD: 'client_assertion_jwt', CLIENT_SECRET: undefined };
    const direct = read(acme({ ...method, CLIENT_ASSERTION_FILE: '/run/token' }));
    expect(direct.provider?.clientAssertion).toEqual({
      path: '/run/token',
      shownAs: '/run/token',
    });
    const named = read({
      ...acme({ ...method, CLIENT_ASSERTION_FILE_ENV_VAR: 'AZURE_FEDERATED_TOKEN_FILE' }),
      AZURE_FEDERATED_TOKEN_FILE: '/var/run/azure',
    });
    expect(named.provider?.clientAssertion).toEqual({
      path: '/var/run/azure',
      shownAs: 'the file named by AZURE_FEDERATED_TOKEN_FILE',
    });
    expect([...direct.problems, ...named.problems]).toEqual([]);
  });

  const assertion = 'client_assertion_jwt';
  it.each<[string, Record<string, string | undefined>, string]>([
    ['CLIENT_ID', { CLIENT_ID: ' ' }, 'is not set'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: undefined }, 'is not set'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: 'http://idp.example.com/x' }, 'the https URL'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: 'http://0.0.0.0/x' }, 'the https URL'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: 'http://localhost.evil.example/x' }, 'the https URL'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: 'file:///etc/passwd' }, 'the https URL'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: 'idp' }, 'the https URL'],
    ['OIDC_CONFIG_URL', { OIDC_CONFIG_URL: 'https://u:hush2@idp/' }, 'user name or password'],
    ['CLIENT_SECRET', { CLIENT_SECRET: undefined }, 'client_secret_basic needs it'],
    [
      'CLIENT_SECRET',
      { CLIENT_SECRET: '', TOKEN_ENDPOINT_AUTH_METHOD: 'client_secret_post' },
      'client_secret_post needs it',
    ],
    ['TOKEN_ENDPOINT_AUTH_METHOD', { TOKEN_ENDPOINT_AUTH_METHOD: 'mtls' }, 'client_secret_basic'],
    ['ALLOW_SIGN_UP', { ALLOW_SIGN_UP: 'yes' }, 'true or false'],
    ['USE_PKCE', { USE_PKCE: '1' }, 'true or false'],
    ['CLIENT_ASSERTION_FILE', { TOKEN_ENDPOINT_AUTH_METHOD: assertion }, 'exactly one'],
    [
      'CLIENT_ASSERTION_FILE',
      {
        TOKEN_ENDPOINT_AUTH_METHOD: assertion,
        CLIENT_ASSERTION_FILE: '/a',
        CLIENT_ASSERTION_FILE_ENV_VAR: 'A',
      },
      'exactly one',
    ],
    [
      'CLIENT_ASSERTION_FILE',
      { TOKEN_ENDPOINT_AUTH_METHOD: assertion, CLIENT_ASSERTION_FILE: 'token.jwt' },
      'an absolute path',
    ],
    [
      'CLIENT_ASSERTION_FILE_ENV_VAR',
      { TOKEN_ENDPOINT_AUTH_METHOD: assertion, CLIENT_ASSERTION_FILE_ENV_VAR: 'NOT_SET' },
      'is not set',
    ],
    ['CLIENT_ASSERTION_FILE', { CLIENT_ASSERTION_FILE: '/a' }, 'not used'],
    ['EMAIL_ATTRIBUTE_PATH', { EMAIL_ATTRIBUTE_PATH: 'user:mail' }, 'double quotes'],
    ['EMAIL_ATTRIBUTE_PATH', { EMAIL_ATTRIBUTE_PATH: 'user-mail' }, 'double quotes'],
    ['EMAIL_ATTRIBUTE_PATH', { EMAIL_ATTRIBUTE_PATH: 'https://x/mail' }, 'double quotes'],
    [
      'GROUPS_ATTRIBUTE_PATH',
      { GROUPS_ATTRIBUTE_PATH: 'cognito:groups', ALLOWED_GROUPS: 'a' },
      'double quotes',
    ],
    ['ROLE_ATTRIBUTE_PATH', { ROLE_ATTRIBUTE_PATH: 'a[' }, 'double quotes'],
    ['GROUPS_ATTRIBUTE_PATH', { ALLOWED_GROUPS: 'a' }, 'must be set together'],
    ['ALLOWED_GROUPS', { GROUPS_ATTRIBUTE_PATH: 'groups' }, 'must be set together'],
    [
      'ALLOWED_GROUPS',
      { GROUPS_ATTRIBUTE_PATH: 'groups', ALLOWED_GROUPS: ' , ,' },
      'must be set together',
    ],
    ['ROLE_MAPPING', { ROLE_MAPPING: 'a:ADMIN' }, 'needs SPANDREL_OAUTH2_ACME_ROLE_ATTRIBUTE_PATH'],
    ['ROLE_ATTRIBUTE_STRICT', { ROLE_ATTRIBUTE_STRICT: 'true' }, 'needs SPANDREL_OAUTH2_ACME_ROLE'],
    ['ROLE_RESYNC', { ROLE_RESYNC: 'false' }, 'needs SPANDREL_OAUTH2_ACME_ROLE_ATTRIBUTE_PATH'],
    ['ROLE_MAPPING', { ROLE_ATTRIBUTE_PATH: 'r', ROLE_MAPPING: 'a:SYSTEM' }, 'ADMIN, MEMBER or'],
    ['ROLE_MAPPING', { ROLE_ATTRIBUTE_PATH: 'r', ROLE_MAPPING: 'admin' }, 'pairs such as'],
    ['ROLE_MAPPING', { ROLE_ATTRIBUTE_PATH: 'r', ROLE_MAPPING: ':ADMIN' }, 'pairs such as'],
    [
      'ROLE_MAPPING',
      { ROLE_ATTRIBUTE_PATH: 'r', ROLE_MAPPING: 'a:ADMIN,a:VIEWER' },
      'each left side only once',
    ],
    ['ALLOWED_GROUP', { ALLOWED_GROUP: 'ops' }, 'is not known'],
  ])('%s: %j is refused in one line', (suffix, variables, reason) => {
    const { problems } = read(acme(variables));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`SPANDREL_OAUTH2_ACME_${suffix}`);
    expect(problems[0]).toContain(reason);
    expect(problems[0]).not.toMatch(/\n|hush/);
  });

  it('refuse a second provider with automatic sign-in', () => {
    const { problems } = read({
      ...acme({ AUTO_LOGIN: 'true' }),
      SPANDREL_OAUTH2_OTHER_CLIENT_ID: 'c',
      SPANDREL_OAUTH2_OTHER_CLIENT_SECRET: 's',
      SPANDREL_OAUTH2_OTHER_OIDC_CONFIG_URL: 'https://other.example.com/config',
      SPANDREL_OAUTH2_OTHER_AUTO_LOGIN: 'TRUE',
    });
    expect(problems).toEqual([
      'SPANDREL_OAUTH2_ACME_AUTO_LOGIN and SPANDREL_OAUTH2_OTHER_AUTO_LOGIN are all true. Set only one of them to true.',
    ]);
  });

  it.each(['authorize', 'token', 'revoke', 'register', 'consent'])(
    'refuse a provider named %s',
    (name) => {
      const prefix = `SPANDREL_OAUTH2_${name.toUpperCase()}`;
      const { problems } = read({
        [`${prefix}_CLIENT_ID`]: 'c',
        [`${prefix}_CLIENT_SECRET`]: 's',
        [`${prefix}_OIDC_CONFIG_URL`]: 'https://idp.example.com/config',
      });
      expect(problems).toEqual([expect.stringContaining('reserved')]);
    },
  );
});
