import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { CLIENT, errorOf, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

interface Row {
  id: number;
  username: string;
  email: string;
  role: string;
  auth_method: string;
  oauth2_issuer: string | null;
  oauth2_client_id: string | null;
  oauth2_user_id: string | null;
}

describe('the account of a user identified by a provider', () => {
  let provider: TestProvider;
  let other: TestProvider;
  let server: SecuredServer;

  beforeAll(async () => {
    [provider, other] = await Promise.all([startProvider(), startProvider()]);
    server = await startSecuredServer({
      ...providerEnv('acme', provider),
      ...providerEnv('closed', provider, { ALLOW_SIGN_UP: 'false' }),
      ...providerEnv('byrole', provider, { ALLOW_SIGN_UP: 'false', ROLE_ATTRIBUTE_PATH: 'role' }),
      // The same client ID at another issuer.
      ...providerEnv('other', other),
      ...providerEnv('otherclosed', other, { ALLOW_SIGN_UP: 'false' }),
    });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([provider.stop(), other.stop()]);
  });
  afterEach(async () => {
    provider.people.clear();
    other.people.clear();
    await server.sql("DELETE FROM users WHERE email LIKE '%@shop.example'");
  });

  const insert = async (columns: Partial<Row> & { ldap_unique_id?: string }): Promise<number> => {
    const row = {
      username: `user-${crypto.randomUUID()}`,
      role: 'MEMBER',
      auth_method: 'OAUTH2',
      ...columns,
    };
    const password = row.auth_method === 'LOCAL' ? { password_hash: '!' } : {};
    const all = Object.entries({ ...row, ...password });
    const rows = await server.sql<{ id: number }>(
      `INSERT INTO users (${all.map(([name]) => name).join()})
       VALUES (${all.map((_, i) => `$${i + 1}`).join()}) RETURNING id`,
      all.map(([, value]) => value),
    );
    return rows[0]!.id;
  };
  const byEmail = async (email: string): Promise<Row | undefined> =>
    (await server.sql<Row>('SELECT * FROM users WHERE email = $1', [email]))[0];
  const outcome = async (idp: string, person: string): Promise<string> => {
    const signIn = new SignIn(server);
    const visit = await signIn.run(idp, person);
    if (visit.status === 302) return 'signed in';
    expect(signIn.isSignedIn).toBe(false);
    return errorOf(visit) ?? '';
  };

  it('is not created if only accounts created in advance are allowed', async () => {
    provider.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    expect(await outcome('closed', 'ada')).toBe('sign_in_not_allowed');
    expect(await byEmail('ada@shop.example')).toBeUndefined();
  });

  it('is the same for two configured providers with the same issuer and client', async () => {
    provider.people.set('ada', { email: 'ada@shop.example' });
    expect(await outcome('acme', 'ada')).toBe('signed in');
    expect(await outcome('closed', 'ada')).toBe('signed in');
    expect(await server.sql("SELECT 1 FROM users WHERE oauth2_user_id = 'ada'")).toHaveLength(1);
  });

  it.each<[string, Parameters<typeof insert>[0]]>([
    ['has a password here', { auth_method: 'LOCAL' }],
    ['comes from a directory', { auth_method: 'LDAP', ldap_unique_id: 'x' }],
    [
      'belongs to somebody else at this provider',
      { oauth2_client_id: CLIENT.client_id, oauth2_user_id: 'eve', oauth2_issuer: null },
    ],
    [
      'belongs to another client',
      { oauth2_client_id: 'elsewhere', oauth2_user_id: 'ada', oauth2_issuer: null },
    ],
    [
      'has the same subject at another issuer',
      {
        oauth2_client_id: CLIENT.client_id,
        oauth2_user_id: 'ada',
        oauth2_issuer: 'https://evil.example',
      },
    ],
  ])('is never one with the same address that %s', async (_, columns) => {
    const id = await insert({ ...columns, email: 'ada@shop.example' });
    const before = await byEmail('ada@shop.example');
    provider.people.set('ada', { email: 'ADA@shop.example', email_verified: true });
    expect(await outcome('acme', 'ada')).toBe('email_in_use');
    expect(await outcome('closed', 'ada')).toBe('sign_in_not_allowed');
    expect(await byEmail('ada@shop.example')).toEqual(before);
    expect(before?.id).toBe(id);
  });

  it('is never taken over by another provider with the same subject and address', async () => {
    provider.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    other.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    expect(await outcome('acme', 'ada')).toBe('signed in');
    const before = await byEmail('ada@shop.example');
    expect(await outcome('other', 'ada')).toBe('email_in_use');
    expect(await outcome('otherclosed', 'ada')).toBe('sign_in_not_allowed');
    expect(await byEmail('ada@shop.example')).toEqual(before);
  });

  it('is a different one for the same subject of another issuer', async () => {
    provider.people.set('sam', { email: 'sam@shop.example', name: 'Sam' });
    other.people.set('sam', { email: 'other-sam@shop.example', name: 'Sam' });
    expect(await outcome('acme', 'sam')).toBe('signed in');
    expect(await outcome('other', 'sam')).toBe('signed in');
    expect((await byEmail('sam@shop.example'))?.username).toBe('Sam');
    expect((await byEmail('other-sam@shop.example'))?.username).toMatch(/^Sam-\d{5}$/);
  });

  it('has the name of the person unchanged, if others differ from it in case', async () => {
    for (const [subject, name] of [
      ['first', 'Admin'],
      ['second', 'ADMIN'],
    ] as const) {
      const email = `${subject}@shop.example`;
      provider.people.set(subject, { email, name });
      expect(await outcome('acme', subject)).toBe('signed in');
      expect((await byEmail(email))?.username).toBe(name);
    }
  });

  it('is found even if stored without its issuer', async () => {
    const id = await insert({
      email: 'old@shop.example',
      oauth2_client_id: CLIENT.client_id,
      oauth2_user_id: 'ada',
    });
    provider.people.set('ada', { email: 'new@shop.example' });
    expect(await outcome('acme', 'ada')).toBe('signed in');
    expect(await byEmail('new@shop.example')).toMatchObject({
      id,
      role: 'MEMBER',
      oauth2_issuer: provider.issuer,
    });
    other.people.set('ada', { email: 'new@shop.example' });
    expect(await outcome('other', 'ada')).toBe('email_in_use');
  });

  it('can be created in advance, and is claimed only once by its address', async () => {
    const id = await insert({ email: 'ada@shop.example', username: 'prepared', role: 'ADMIN' });
    provider.people.set('ada', { email: 'ada@shop.example' });
    expect(await outcome('closed', 'ada')).toBe('signed in');
    expect(await byEmail('ada@shop.example')).toMatchObject({
      id,
      username: 'prepared',
      role: 'ADMIN',
      oauth2_issuer: provider.issuer,
      oauth2_client_id: CLIENT.client_id,
      oauth2_user_id: 'ada',
    });
    provider.people.set('eve', { email: 'ada@shop.example' });
    expect(await outcome('closed', 'eve')).toBe('sign_in_not_allowed');
    expect(await outcome('acme', 'eve')).toBe('email_in_use');
    other.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    expect(await outcome('otherclosed', 'ada')).toBe('sign_in_not_allowed');
  });

  it('needs a verified address if it was created in advance and anyone can sign up', async () => {
    await insert({ email: 'ada@shop.example' });
    provider.people.set('ada', { email: 'ada@shop.example' });
    expect(await outcome('acme', 'ada')).toBe('email_in_use');
    provider.people.set('ada', { email: 'ada@shop.example', email_verified: false });
    expect(await outcome('acme', 'ada')).toBe('auth_failed');
    expect(await outcome('closed', 'ada')).toBe('auth_failed');
    provider.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    expect(await outcome('acme', 'ada')).toBe('signed in');
  });

  it('gets the role from the provider if it was created in advance', async () => {
    await insert({ email: 'ada@shop.example', role: 'VIEWER' });
    provider.people.set('ada', { email: 'ada@shop.example', role: 'admin' });
    expect(await outcome('byrole', 'ada')).toBe('signed in');
    expect(await byEmail('ada@shop.example')).toMatchObject({ role: 'ADMIN' });
  });

  it('keeps its address if the new one belongs to another user', async () => {
    provider.people.set('ada', { email: 'ada@shop.example' });
    expect(await outcome('acme', 'ada')).toBe('signed in');
    await insert({ email: 'boss@shop.example', auth_method: 'LOCAL' });
    provider.people.set('ada', { email: 'boss@shop.example', email_verified: true });
    expect(await outcome('acme', 'ada')).toBe('email_in_use');
    expect(await outcome('closed', 'ada')).toBe('email_in_use');
    expect(await byEmail('ada@shop.example')).toMatchObject({ oauth2_user_id: 'ada' });
  });

  it('is never the built-in administrator', async () => {
    provider.people.set('root', { email: 'admin@localhost', email_verified: true, role: 'ADMIN' });
    expect(await outcome('acme', 'root')).toBe('email_in_use');
    expect(await outcome('closed', 'root')).toBe('sign_in_not_allowed');
  });

  it.each(['admin', 'system'])('is not named %s like a built-in one', async (name) => {
    provider.people.set('root', { email: 'root@shop.example', name });
    expect(await outcome('acme', 'root')).toBe('signed in');
    expect((await byEmail('root@shop.example'))?.username).toMatch(new RegExp(`^${name}-\\d{5}$`));
  });

  it('cannot be claimed by another client if it was created in advance for one', async () => {
    await insert({ email: 'ada@shop.example', oauth2_client_id: 'elsewhere' });
    provider.people.set('ada', { email: 'ada@shop.example', email_verified: true });
    expect(await outcome('acme', 'ada')).toBe('email_in_use');
    expect(await outcome('closed', 'ada')).toBe('sign_in_not_allowed');
  });

  it('shows sessions that began at the provider, and has no password sign-in', async () => {
    provider.people.set('ada', { email: 'ada@shop.example' });
    expect(await outcome('acme', 'ada')).toBe('signed in');
    const sessions = await server.sql(
      `SELECT s.auth_method, s.provider, s.id_token_sealed FROM login_sessions s
       JOIN users u ON u.id = s.user_id WHERE u.email = 'ada@shop.example'`,
    );
    expect(sessions).toMatchObject([{ auth_method: 'OAUTH2', provider: 'acme' }]);
    const sealed = (sessions[0] as { id_token_sealed: Buffer }).id_token_sealed;
    expect(sealed.toString('latin1')).not.toContain('eyJ');
    const login = { email: 'ada@shop.example', password: 'whatever it is' };
    expect((await server.request.post('/auth/login').send(login)).status).toBe(401);
  });

  it('is named in the audit log if it is refused', async () => {
    provider.people.set('ada', { email: 'ada@shop.example' });
    expect(await outcome('closed', 'ada')).toBe('sign_in_not_allowed');
    const events = await server.sql(
      'SELECT action, actor_name, details FROM audit_events ORDER BY id DESC LIMIT 1',
    );
    expect(events).toEqual([
      {
        action: 'login.failed',
        actor_name: 'ada@shop.example',
        details: {
          method: 'OAUTH2',
          provider: 'closed',
          code: 'sign_in_not_allowed',
          reason: 'no_account',
        },
      },
    ]);
  });

  it('is deleted with its user, who then starts over', async () => {
    provider.people.set('ada', { email: 'ada@shop.example' });
    await outcome('acme', 'ada');
    const before = await byEmail('ada@shop.example');
    await server.sql("DELETE FROM users WHERE email = 'ada@shop.example'");
    expect(await outcome('acme', 'ada')).toBe('signed in');
    expect((await byEmail('ada@shop.example'))?.id).not.toBe(before?.id);
  });
});
