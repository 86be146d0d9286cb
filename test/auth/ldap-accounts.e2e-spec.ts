import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { createAuthority } from '../support/certificates.js';
import { forgetPeople, ldapLogin, newUsers } from '../support/ldap-login.js';
import { aPerson, company, directoryVariables, GROUPS, PEOPLE } from '../support/ldap-people.js';
import { LdapServer } from '../support/ldap-server.js';

let ldap: LdapServer;
let server: SecuredServer;

beforeAll(async () => {
  ldap = await LdapServer.start({ tls: createAuthority().issue('127.0.0.1') });
  server = await startSecuredServer(directoryVariables(ldap));
});
afterAll(async () => {
  await server.stop();
  await ldap.stop();
});
beforeEach(async () => {
  ldap.entries = company();
  ldap.requests.length = 0;
  ldap.fault = () => undefined;
  await forgetPeople(server);
});

describe('the account of a directory user', () => {
  const signIn = (username: string, password = `${username}-password`) =>
    ldapLogin(server, username, password);

  it('is created with the role from its groups, and can use the API', async () => {
    const response = await signIn('joe');
    expect(response.status).toBe(204);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^spandrel-access-token=[\w.-]+; HttpOnly; Max-Age=600; Path=\/; SameSite=strict$/,
      ),
      expect.stringMatching(/^spandrel-refresh-token=[\w.-]+; HttpOnly; Max-Age=604800; /),
    ]);
    expect(await newUsers(server)).toMatchObject([
      {
        username: 'JOE',
        email: 'joe@example.com',
        role: 'MEMBER',
        auth_method: 'LDAP',
        ldap_unique_id: null,
        password_needs_reset: false,
      },
    ]);
    const cookie = (response.headers['set-cookie'] as unknown as string[])
      .map((each) => each.split(';')[0])
      .join('; ');
    expect((await server.request.get('/v1/projects').set('Cookie', cookie)).status).toBe(200);
    expect((await server.request.post('/auth/refresh').set('Cookie', cookie)).status).toBe(204);
  });

  it('is the same at later sign-ins, even simultaneous ones', async () => {
    for (let round = 0; round < 8; round += 1) {
      await forgetPeople(server);
      const answers = await Promise.all(Array.from({ length: 5 }, () => signIn('joe')));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(204));
      expect(await newUsers(server)).toHaveLength(1);
    }
  });

  it('gets the current role and address, but keeps its name', async () => {
    await signIn('joe');
    const [before] = await newUsers(server);
    await server.sql("UPDATE users SET username = 'Joseph', role = 'VIEWER' WHERE id = $1", [
      before!.id,
    ]);
    expect((await signIn('joe')).status).toBe(204);
    expect(await newUsers(server)).toMatchObject([{ username: 'Joseph', role: 'MEMBER' }]);
    setPerson('joe', { memberOf: [`cn=admins,${GROUPS}`] });
    await signIn('joe');
    expect(await newUsers(server)).toMatchObject([{ id: before!.id, role: 'ADMIN' }]);
  });

  it('is a new one if the address is new and there is no unique ID', async () => {
    await signIn('joe');
    setPerson('joe', { mail: ['joseph@example.com'] });
    expect((await signIn('joe')).status).toBe(204);
    expect((await newUsers(server)).map(({ email, username }) => [email, username])).toEqual([
      ['joe@example.com', 'JOE'],
      ['joseph@example.com', expect.stringMatching(/^JOE \([0-9a-f]{6}\)$/)],
    ]);
  });

  it('has the name of the person unchanged, if others differ from it in case', async () => {
    setPerson('joe', { displayName: ['Admin'] });
    expect((await signIn('joe')).status).toBe(204);
    expect(await newUsers(server)).toMatchObject([{ username: 'Admin', role: 'MEMBER' }]);
  });

  it.each(['LOCAL', 'OAUTH2'])(
    'is never a %s account, even with the same address',
    async (method) => {
      await server.sql(
        `INSERT INTO users (username, email, role, auth_method, password_hash)
       VALUES ('directory joe', 'joe@example.com', 'ADMIN', $1, $2)`,
        [method, method === 'LOCAL' ? '!' : null],
      );
      const response = await signIn('joe');
      expect([response.status, response.text]).toEqual([401, 'Invalid username and/or password']);
      expect(await newUsers(server)).toMatchObject([{ auth_method: method, ldap_unique_id: null }]);
      await server.sql("DELETE FROM users WHERE username = 'directory joe'");
    },
  );

  /** Changes attributes of a person in the directory. */
  function setPerson(uid: string, attributes: Record<string, string[]>): void {
    const entry = ldap.entries.find(({ dn }) => dn === `uid=${uid},${PEOPLE}`);
    Object.assign(entry!.attributes, attributes);
  }
});

describe('signing in with a directory that', () => {
  /** The server reads these settings for each sign-in, unlike the address of the directory. */
  const set = (given: Record<string, string>) => server.change(directoryVariables(ldap, given));
  afterEach(() => set({}));

  it('has unique IDs recognizes users by them', async () => {
    set({ SPANDREL_LDAP_ATTR_UNIQUE_ID: 'entryUUID' });
    await server.sql(
      `INSERT INTO users (username, email, role, auth_method) VALUES ('Before', 'joe@example.com', 'VIEWER', 'LDAP')`,
    );
    const joe = ldap.entries.find(({ dn }) => dn.startsWith('uid=joe'))!;
    // Users without a unique ID cannot sign in.
    expect((await ldapLogin(server, 'joe')).status).toBe(401);
    joe.attributes['entryUUID'] = ['A-1'];
    expect((await ldapLogin(server, 'joe')).status).toBe(204);
    const [adopted] = await newUsers(server);
    expect(adopted).toMatchObject({ username: 'Before', ldap_unique_id: 'a-1', role: 'MEMBER' });
    joe.attributes['mail'] = ['joseph@example.com'];
    expect((await ldapLogin(server, 'joe')).status).toBe(204);
    expect(await newUsers(server)).toMatchObject([
      { id: adopted!.id, email: 'joseph@example.com' },
    ]);
    // If somebody else gets joe's address, they do not become joe.
    joe.attributes['entryUUID'] = ['B-2'];
    expect((await ldapLogin(server, 'joe')).status).toBe(401);
    // Nor can joe take jane's address.
    const jane = ldap.entries.find(({ dn }) => dn.startsWith('uid=jane'))!;
    jane.attributes['entryUUID'] = ['C-3'];
    expect((await ldapLogin(server, 'jane')).status).toBe(204);
    Object.assign(joe.attributes, { entryUUID: ['A-1'], mail: ['jane@example.com'] });
    expect((await ldapLogin(server, 'joe')).status).toBe(401);
  });

  it('has no addresses still signs users in', async () => {
    set({
      SPANDREL_LDAP_ATTR_EMAIL: 'null',
      SPANDREL_LDAP_ATTR_UNIQUE_ID: 'objectGUID',
    });
    const guid = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    ldap.entries.push(aPerson('ann', { attributes: { objectGUID: [guid], mail: [] } }));
    for (let time = 0; time < 2; time += 1) {
      expect((await ldapLogin(server, 'ann')).status).toBe(204);
    }
    expect(await newUsers(server)).toMatchObject([
      { email: null, ldap_unique_id: '33221100-5544-7766-8899-aabbccddeeff' },
    ]);
  });

  it('admits no new users recognizes those whose account was created in advance', async () => {
    set({ SPANDREL_LDAP_ALLOW_SIGN_UP: 'false' });
    expect((await ldapLogin(server, 'joe')).status).toBe(401);
    await server.sql(
      `INSERT INTO users (username, email, role, auth_method) VALUES ('Joe', 'joe@example.com', 'VIEWER', 'LDAP')`,
    );
    expect((await ldapLogin(server, 'joe')).status).toBe(204);
    expect(await newUsers(server)).toMatchObject([{ username: 'Joe', role: 'MEMBER' }]);
  });

  it('has POSIX groups assigns roles by group, and by `*` to other users', async () => {
    set({
      SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: JSON.stringify([GROUPS]),
      SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(memberUid=%s)',
      SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: JSON.stringify([
        { group_dn: `cn=admins,${GROUPS}`, role: 'admin' },
        { group_dn: '*', role: 'viewer' },
      ]),
    });
    ldap.entries.push(aPerson('ann'));
    await ldapLogin(server, 'jane');
    await ldapLogin(server, 'ann');
    expect((await newUsers(server)).map(({ role }) => role)).toEqual(['ADMIN', 'VIEWER']);
  });

  it('uses StartTLS receives nothing before it', async () => {
    set({ SPANDREL_LDAP_TLS_MODE: 'starttls', SPANDREL_LDAP_TLS_VERIFY: 'false' });
    expect((await ldapLogin(server, 'jane')).status).toBe(204);
    const first = ldap.requests.map(({ operation, isEncrypted }) => `${operation} ${isEncrypted}`);
    expect(first).toEqual(expect.arrayContaining(['starttls false', 'bind true', 'search true']));
    expect(first).not.toContain('bind false');
  });
});
