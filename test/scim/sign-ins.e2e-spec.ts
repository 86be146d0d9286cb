import { errorOf, providerEnv, SignIn, startProvider } from '../auth/oidc-sign-in.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { ldapLogin } from '../support/ldap-login.js';
import { company, directoryVariables } from '../support/ldap-people.js';
import { LdapServer } from '../support/ldap-server.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { type ScimBody, ScimClient } from './scim-client.js';

const pathOf = ({ id }: ScimBody) => `/Users/${encodeURIComponent(id)}`;
const deactivate = { op: 'replace', path: 'active', value: false };

describe('a provisioned user of an OpenID Connect provider', () => {
  let provider: TestProvider;
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    provider = await startProvider();
    server = await startSecuredServer(providerEnv('acme', provider, { ALLOW_SIGN_UP: 'false' }));
    scim = await ScimClient.create(server);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const outcome = async (person: string): Promise<string> => {
    const visit = await new SignIn(server).run('acme', person);
    return visit.status === 302 ? 'signed in' : (errorOf(visit) ?? '');
  };

  it('opens the account by the address, keeps it when renamed, and is let in only while active', async () => {
    provider.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    expect(await outcome('ada')).toBe('sign_in_not_allowed');
    const user = await scim.createUser({ userName: 'Ada@shop.example', roles: ['MEMBER'] });
    expect(await outcome('ada')).toBe('signed in');

    provider.people.set('ada', { email: 'ada.king@shop.example', email_verified: true });
    const renamed = { op: 'replace', path: 'userName', value: 'ada.king@shop.example' };
    const email = { op: 'replace', path: 'emails[type eq "work"].value', value: renamed.value };
    expect((await scim.patch(pathOf(user), renamed, email)).status).toBe(200);
    expect(await outcome('ada')).toBe('signed in');
    expect((await scim.get(pathOf(user))).body).toMatchObject({
      id: user.id,
      userName: 'ada.king@shop.example',
      roles: [{ value: 'MEMBER', primary: true }],
    });

    await scim.patch(pathOf(user), deactivate);
    expect(await outcome('ada')).toBe('sign_in_not_allowed');
    await scim.patch(pathOf(user), { ...deactivate, value: true });
    expect(await outcome('ada')).toBe('signed in');
  });
});

describe('a provisioned user of a directory', () => {
  let ldap: LdapServer;
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    ldap = await LdapServer.start();
    ldap.entries = company();
    server = await startSecuredServer(directoryVariables(ldap));
    scim = await ScimClient.create(server);
  });
  afterAll(async () => {
    await server.stop();
    await ldap.stop();
  });

  it('opens the account by the address, and is let in only while active', async () => {
    const user = await scim.createUser({ userName: 'joe', emails: [{ value: 'joe@example.com' }] });
    expect((await ldapLogin(server, 'joe')).status).toBe(204);
    const rows = await server.sql("SELECT auth_method FROM users WHERE email = 'joe@example.com'");
    expect(rows).toEqual([{ auth_method: 'LDAP' }]);
    await scim.patch(pathOf(user), deactivate);
    expect((await ldapLogin(server, 'joe')).status).toBe(401);
  });
});
