import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { ldapLogin } from '../support/ldap-login.js';
import { company, directoryVariables } from '../support/ldap-people.js';
import { LdapServer } from '../support/ldap-server.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

describe('groups that come with a sign-in', () => {
  let provider: TestProvider;
  let ldap: LdapServer;
  let server: SecuredServer;

  beforeAll(async () => {
    [provider, ldap] = [await startProvider(), await LdapServer.start()];
    ldap.entries = company();
    server = await startSecuredServer({
      ...providerEnv('acme', provider, { SYNCED_GROUPS_PATH: 'groups' }),
      ...providerEnv('other', provider, { SYNCED_GROUPS_PATH: 'groups' }),
      ...providerEnv('plain', provider),
      ...directoryVariables(ldap),
      SPANDREL_LDAP_SYNC_GROUPS: 'true',
    });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([provider.stop(), ldap.stop()]);
  });

  const groupsOf = async (email: string) => {
    const rows = await server.sql<{ group: string }>(
      `SELECT g.source || ': ' || g.name AS group FROM user_group_members m
         JOIN user_groups g ON g.id = m.group_id JOIN users u ON u.id = m.user_id
        WHERE u.email = $1 ORDER BY 1`,
      [email],
    );
    return rows.map(({ group }) => group);
  };
  const signIn = async (idp: string, name: string, groups: unknown) => {
    provider.people.set(name, { email: `${name}@example.com`, email_verified: true, groups });
    expect((await new SignIn(server).run(idp, name)).status).toBe(302);
    return groupsOf(`${name}@example.com`);
  };

  it('follow the claims at each sign-in, and leave groups of other sources alone', async () => {
    expect(await signIn('acme', 'ada', ['dev', 'ops', 'dev'])).toEqual([
      'OIDC: dev (Acme)',
      'OIDC: ops (Acme)',
    ]);
    await server.sql(
      `WITH g AS (INSERT INTO user_groups (name, source) VALUES ('by hand', 'LOCAL') RETURNING id)
       INSERT INTO user_group_members SELECT g.id, u.id FROM g, users u WHERE u.email = 'ada@example.com'`,
    );
    expect(await signIn('acme', 'ada', ['ops'])).toEqual(['LOCAL: by hand', 'OIDC: ops (Acme)']);
    expect(await signIn('acme', 'ada', undefined)).toEqual(['LOCAL: by hand']);
  });

  it('keeps groups of two providers apart, even with the same name', async () => {
    expect(await signIn('acme', 'bob', ['finance'])).toEqual(['OIDC: finance (Acme)']);
    expect(await signIn('other', 'eve', ['finance', 'acme:finance'])).toEqual([
      'OIDC: acme:finance (Other)',
      'OIDC: finance (Other)',
    ]);
  });

  it.each([
    ['a name instead of a list', 'solo', ['OIDC: solo (Acme)']],
    [
      'hostile names',
      ["x'; DROP TABLE users; --", { a: 1 }, 'x'.repeat(2_000), 'a\0b', '\ud800'],
      [`OIDC: x'; DROP TABLE users; -- (Acme)`],
    ],
    ['no list', { a: 1 }, []],
  ])('may be %s', async (_what, claim, expected) => {
    expect(await signIn('acme', 'cat', claim)).toEqual(expected);
  });

  it('are not read from a provider that is not asked for them', async () => {
    expect(await signIn('plain', 'dan', ['dev'])).toEqual([]);
  });

  it('come from the directory by the names of their entries', async () => {
    expect((await ldapLogin(server, 'jane')).status).toBe(204);
    expect(await groupsOf('jane@example.com')).toEqual(['LDAP: Admins']);
  });
});
