import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { forgetPeople, ldapLogin, newUsers } from '../support/ldap-login.js';
import { aPerson, company, directoryVariables, PEOPLE } from '../support/ldap-people.js';
import { LdapServer } from '../support/ldap-server.js';

const INVALID = 'Invalid username and/or password';

describe('signing in with a directory', () => {
  let ldap: LdapServer;
  let server: SecuredServer;

  beforeAll(async () => {
    ldap = await LdapServer.start();
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

  const signIn = (username: string, password = `${username}-password`) =>
    ldapLogin(server, username, password);

  it('keeps directory users out of the sign-in with Spandrel passwords', async () => {
    await signIn('joe');
    const response = await server.request
      .post('/auth/login')
      .send({ email: 'joe@example.com', password: 'joe-password' });
    expect(response.status).toBe(401);
  });

  it.each([
    ['a wrong password', 'jane', 'x'],
    ['an unknown name', 'nobody', 'x'],
    ['a wildcard', '*', 'jane-password'],
    ['part of a filter', 'jane)(uid=*', 'jane-password'],
    ['an escaped wildcard', '\\2a', 'jane-password'],
    ['NUL characters', 'jane\0', 'jane-password\0'],
    ['the service account', 'reader', 'reader-password'],
    ['a distinguished name', `uid=jane,${PEOPLE}`, 'jane-password'],
    ['lone surrogates', '\ud800', '\udfff'],
  ])('responds to %s like to any other failure', async (_, username, password) => {
    const response = await signIn(username, password);
    expect([response.status, response.text]).toEqual([401, INVALID]);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await newUsers(server)).toEqual([]);
  });

  it.each([
    ['missing address', { mail: [] }],
    ['missing role', { memberOf: ['cn=other'] }],
  ])(
    'responds to an account with a %s like to any other failure, and does not count it',
    async (_, attributes) => {
      setPerson('joe', attributes);
      for (let time = 0; time < 7; time += 1) expect((await signIn('joe')).status).toBe(401);
      ldap.entries = company();
      expect((await signIn('joe')).status).toBe(204);
    },
  );

  it('accepts names and passwords in any script', async () => {
    ldap.entries.push(
      aPerson('łukasz', {
        dn: `uid=l,${PEOPLE}`,
        password: 'zażółć 🔑',
        attributes: { mail: ['l@x.org'] },
      }),
    );
    expect((await signIn('ŁUKASZ', 'zażółć 🔑')).status).toBe(204);
  });

  it.each([
    [{}],
    [{ username: 'jane' }],
    [{ password: 'x' }],
    [{ username: '  ', password: 'x' }],
    [{ username: 'jane', password: '' }],
  ])('requires both, without asking the directory: %j', async (body) => {
    const response = await server.request.post('/auth/ldap/login').send(body);
    expect([response.status, response.text]).toEqual([401, 'Username and password required']);
    expect(ldap.requests).toEqual([]);
  });

  it.each([[{ username: 1, password: 'x' }], [{ username: ['a'], password: { b: 1 } }]])(
    'refuses the body %j',
    async (body) => {
      expect((await server.request.post('/auth/ldap/login').send(body)).status).toBe(422);
    },
  );

  it('reads no credentials from forms, URLs or headers', async () => {
    const url = '/auth/ldap/login?username=jane&password=jane-password';
    const answers = await Promise.all([
      server.request.post(url),
      server.request.post(url).auth('jane', 'jane-password'),
      server.request.post(url).type('form').send({ username: 'jane', password: 'jane-password' }),
      server.request.post(url).type('text').send('{"username":"jane","password":"jane-password"}'),
    ]);
    for (const { status } of answers) expect([401, 415, 422]).toContain(status);
    expect(ldap.requests).toEqual([]);
  });

  it('refuses a body that is not JSON', async () => {
    const response = await server.request
      .post('/auth/ldap/login')
      .set('Content-Type', 'application/json')
      .send('{"username": ');
    expect(response.status).toBe(422);
  });

  it('does not send names or passwords that are too long to the directory', async () => {
    for (const [username, password] of [
      ['x'.repeat(257), 'x'],
      ['jane', 'x'.repeat(1025)],
      ['x'.repeat(100_000), 'x'],
    ] as const) {
      const response = await signIn(username, password);
      expect([response.status, response.text]).toEqual([401, INVALID]);
    }
    expect(ldap.requests).toEqual([]);
  });

  describe('too often', () => {
    it('locks a name after wrong passwords, however it is spelled', async () => {
      for (const name of ['jane', 'JANE', ' jane ', 'ｊａｎｅ', 'ja\u00adne']) {
        expect((await signIn(name, 'wrong')).status).toBe(401);
      }
      const locked = await signIn('jane');
      expect(locked.status).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(290);
      expect((await signIn('joe')).status).toBe(204);
    });

    it('locks unknown names, too', async () => {
      for (let time = 0; time < 5; time += 1) expect((await signIn('ghost')).status).toBe(401);
      expect((await signIn('ghost')).status).toBe(429);
    });

    it('starts over after a success', async () => {
      for (let time = 0; time < 4; time += 1) await signIn('jane', 'wrong');
      expect((await signIn('jane')).status).toBe(204);
      for (let time = 0; time < 4; time += 1)
        expect((await signIn('jane', 'wrong')).status).toBe(401);
      expect((await signIn('jane')).status).toBe(204);
    });

    it('counts separately from Spandrel passwords', async () => {
      for (let time = 0; time < 5; time += 1) await signIn('admin@localhost', 'wrong');
      const response = await server.request
        .post('/auth/login')
        .send({ email: 'admin@localhost', password: 'correct horse battery staple' });
      expect(response.status).toBe(204);
    });

    it('counts nothing while the directory is unavailable', async () => {
      for (const fault of ['drop', 51, 52] as const) {
        ldap.fault = () => fault;
        for (let time = 0; time < 3; time += 1) {
          const response = await signIn('jane', 'wrong');
          expect(response.status).toBe(503);
          expect(response.text).toBe('The directory cannot be reached. Try again later.');
          expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
        }
      }
      ldap.fault = ({ dn }) => (dn === PEOPLE ? 50 : undefined);
      const refused = await signIn('jane', 'wrong');
      expect([refused.status, refused.text]).toEqual([
        503,
        'The directory rejected the user search. Contact an administrator.',
      ]);
      ldap.fault = () => undefined;
      expect((await signIn('jane')).status).toBe(204);
    });

    it('checks at most five of twenty simultaneous passwords', async () => {
      await Promise.all(Array.from({ length: 20 }, () => signIn('jane', 'wrong')));
      const guesses = ldap.requests.filter(
        ({ operation, dn }) => operation === 'bind' && dn.startsWith('uid=jane'),
      );
      expect(guesses).toHaveLength(5);
    });
  });

  it('records successes and failures without credentials', async () => {
    await server.sql('SELECT 1');
    await signIn('jane', 'a-wrong-password');
    await signIn('jane');
    setPerson('jane', { memberOf: [] });
    await signIn('jane');
    const events = await server.sql<{ action: string; actor_name: string; details: object }>(
      'SELECT action, actor_name, details FROM audit_events ORDER BY id DESC LIMIT 4',
    );
    expect(events.toReversed()).toEqual([
      { action: 'login.failed', actor_name: 'jane', details: { method: 'LDAP' } },
      {
        action: 'user.created',
        actor_name: 'LDAP directory',
        details: { role: 'ADMIN', method: 'LDAP' },
      },
      { action: 'login.succeeded', actor_name: 'JANE', details: { method: 'LDAP' } },
      {
        action: 'login.failed',
        actor_name: 'jane',
        details: { method: 'LDAP', reason: 'no group with a role' },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('password');
  });

  /** Changes attributes of a person in the directory. */
  function setPerson(uid: string, attributes: Record<string, string[]>): void {
    const entry = ldap.entries.find(({ dn }) => dn === `uid=${uid},${PEOPLE}`);
    Object.assign(entry!.attributes, attributes);
  }
});

describe('without a directory', () => {
  it('has no endpoint', async () => {
    const server = await startSecuredServer();
    try {
      for (const body of [{ username: 'jane', password: 'x' }, {}, { username: 1 }]) {
        expect((await server.request.post('/auth/ldap/login').send(body)).status).toBe(404);
      }
    } finally {
      await server.stop();
    }
  });
});
