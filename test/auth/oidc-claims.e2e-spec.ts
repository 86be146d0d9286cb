import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { errorOf, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

describe('claims of an OpenID Connect provider', () => {
  let provider: TestProvider;
  let server: SecuredServer;

  beforeAll(async () => {
    provider = await startProvider();
    server = await startSecuredServer({
      ...providerEnv('acme', provider),
      ...providerEnv('paths', provider, {
        EMAIL_ATTRIBUTE_PATH: 'contact.mails[?main].value | [0]',
      }),
      ...providerEnv('groups', provider, {
        GROUPS_ATTRIBUTE_PATH: 'groups',
        ALLOWED_GROUPS: 'ops, admins',
      }),
      ...providerEnv('roles', provider, {
        ROLE_ATTRIBUTE_PATH: 'role',
        ROLE_MAPPING: 'Owner:ADMIN,Dev:MEMBER',
      }),
      ...providerEnv('strict', provider, {
        ROLE_ATTRIBUTE_PATH: 'role',
        ROLE_ATTRIBUTE_STRICT: 'true',
      }),
      ...providerEnv('once', provider, { ROLE_ATTRIBUTE_PATH: 'role', ROLE_RESYNC: 'false' }),
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  afterEach(() => provider.people.clear());

  const userOf = async (email: string) =>
    (await server.sql('SELECT * FROM users WHERE email = $1', [email]))[0];

  it('provide the email address at a configured path', async () => {
    provider.people.set('gil', {
      email: 'standard@example.com',
      contact: { mails: [{ value: 'no@x.example' }, { value: 'Gil@X.example', main: true }] },
    });
    expect((await new SignIn(server).run('paths', 'gil')).status).toBe(302);
    expect(await userOf('gil@x.example')).toMatchObject({ oauth2_user_id: 'gil' });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['acme', {}, 'missing_email_scope'],
    ['acme', { email: '' }, 'missing_email_scope'],
    ['acme', { email: 'h@example.com', email_verified: false }, 'auth_failed'],
    ['paths', { email: 'h@example.com' }, 'missing_email_scope'],
    ['groups', { email: 'h@example.com' }, 'auth_failed'],
    ['groups', { email: 'h@example.com', groups: ['Ops', 'dev'] }, 'auth_failed'],
    ['strict', { email: 'h@example.com', role: 'root' }, 'auth_failed'],
    ['strict', { email: 'h@example.com', role: 'SYSTEM' }, 'auth_failed'],
  ])('refuse users with %s: %j', async (idp, claims, code) => {
    provider.people.set('hal', claims);
    const signIn = new SignIn(server);
    const visit = await signIn.run(idp, 'hal');
    expect(errorOf(visit)).toBe(code);
    expect(signIn.cookies.size).toBe(0);
    expect(visit.setCookies.filter((cookie) => cookie.includes('Max-Age=0'))).toHaveLength(4);
    expect(await userOf('h@example.com')).toBeUndefined();
  });

  it('admit members of an allowed group', async () => {
    provider.people.set('ida', { email: 'ida@example.com', groups: ['dev', 'ops'] });
    expect((await new SignIn(server).run('groups', 'ida')).status).toBe(302);
  });

  it('determine the role at every sign-in', async () => {
    const signInAs = async (role: string | undefined) => {
      provider.people.set('jon', { email: 'jon@example.com', role });
      expect((await new SignIn(server).run('roles', 'jon')).status).toBe(302);
      return (await userOf('jon@example.com'))?.role;
    };
    expect(await signInAs('Owner')).toBe('ADMIN');
    expect(await signInAs('Dev')).toBe('MEMBER');
    expect(await signInAs('owner')).toBe('VIEWER');
    expect(await signInAs('Owner')).toBe('ADMIN');
    expect(await signInAs(undefined)).toBe('VIEWER');
    const changes = await server.sql<{ details: object }>(
      "SELECT details FROM audit_events WHERE action = 'user.role_changed' ORDER BY id",
    );
    expect(changes.map(({ details }) => details)).toEqual([
      { from: 'ADMIN', to: 'MEMBER', provider: 'roles' },
      { from: 'MEMBER', to: 'VIEWER', provider: 'roles' },
      { from: 'VIEWER', to: 'ADMIN', provider: 'roles' },
      { from: 'ADMIN', to: 'VIEWER', provider: 'roles' },
    ]);
  });

  it('determine the role only at the first sign-in without resync', async () => {
    provider.people.set('kim', { email: 'kim@example.com', role: 'member' });
    await new SignIn(server).run('once', 'kim');
    provider.people.set('kim', { email: 'kim@example.com', role: 'admin' });
    await new SignIn(server).run('once', 'kim');
    expect(await userOf('kim@example.com')).toMatchObject({ role: 'MEMBER' });
  });

  it('do not change the role without a path', async () => {
    provider.people.set('lea', { email: 'lea@example.com', role: 'ADMIN' });
    await new SignIn(server).run('acme', 'lea');
    await server.sql("UPDATE users SET role = 'MEMBER' WHERE email = 'lea@example.com'");
    await new SignIn(server).run('acme', 'lea');
    expect(await userOf('lea@example.com')).toMatchObject({ role: 'MEMBER' });
  });

  it('are cleaned of text that PostgreSQL cannot store', async () => {
    provider.people.set('max', {
      email: 'max@example.com',
      name: 'Max\u0000\ud800',
      picture: 'https://x.example/\ud800',
    });
    expect((await new SignIn(server).run('acme', 'max')).status).toBe(302);
    provider.people.set('nul', { email: 'nul\u0000@example.com' });
    expect(errorOf(await new SignIn(server).run('acme', 'nul'))).toBe('missing_email_scope');
  });
});
