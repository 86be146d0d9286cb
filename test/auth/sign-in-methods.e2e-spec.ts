import { cookieOf, startSecuredServer } from '../support/accounts.js';
import { startTestServer } from '../support/server.js';

const QUERY = '{ signInMethods { kind name displayName facts { label value } } }';

describe('the sign-in methods', () => {
  it('are shown to administrators with their configuration, without secrets', async () => {
    const server = await startSecuredServer({
      SPANDREL_OAUTH2_ACME_CLIENT_ID: 'spandrel',
      SPANDREL_OAUTH2_ACME_CLIENT_SECRET: 'acme-client-secret',
      SPANDREL_OAUTH2_ACME_OIDC_CONFIG_URL:
        'https://id.example.com/.well-known/openid-configuration',
      SPANDREL_LDAP_HOST: 'ldap-1.example.com,ldap-2.example.com',
      SPANDREL_LDAP_BIND_DN: 'cn=reader,dc=example,dc=com',
      SPANDREL_LDAP_BIND_PASSWORD: 'reader-password',
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '["ou=people,dc=example,dc=com"]',
      SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn":"*","role":"VIEWER"}]',
    });
    const answer = await server.gqlAs<{ signInMethods: { kind: string; name: string }[] }>(
      cookieOf(server.accounts.ADMIN),
      QUERY,
    );
    expect(answer.data?.signInMethods.map(({ kind, name }) => [kind, name])).toEqual([
      ['LOCAL', 'password'],
      ['LOCAL', 'passkey'],
      ['OAUTH2', 'acme'],
      ['LDAP', 'ldap'],
    ]);
    const text = JSON.stringify(answer);
    expect(text).toContain('ldap-1.example.com');
    expect(text).not.toMatch(/acme-client-secret|reader-password/);
    await server.stop();
  });

  it('are empty without authentication', async () => {
    const server = await startTestServer();
    expect(await server.gql(QUERY)).toEqual({ data: { signInMethods: [] } });
    await server.stop();
  });
});
