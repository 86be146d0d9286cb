import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_ADMIN_SECRET,
} from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { newUser, PASSWORD, userId } from './operations.js';

const aLocalUser = (changes: object = {}) => ({ ...newUser(), auth_method: 'LOCAL', ...changes });

describe('users over REST', () => {
  let server: SecuredServer;
  let admin: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    admin = cookieOf(server.accounts.ADMIN);
  });
  afterAll(() => server.stop());

  const list = (query = '', headers = admin) =>
    server.request.get(`/v1/users${query}`).set(headers);
  const create = (user: unknown, headers = admin) =>
    server.request.post('/v1/users').set(headers).send({ user, send_welcome_email: false });
  const remove = (id: string, headers = admin) =>
    server.request.delete(`/v1/users/${id}`).set(headers);
  const login = async (email: string) =>
    (await server.request.post('/auth/login').send({ email, password: PASSWORD })).status;

  describe('access', () => {
    it('is only for administrators and the admin secret, whatever is sent', async () => {
      const { MEMBER, VIEWER } = server.accounts;
      for (const headers of [
        cookieOf(MEMBER),
        bearer(MEMBER.key),
        cookieOf(VIEWER),
        bearer(VIEWER.key),
        bearer(server.systemKey),
      ]) {
        const answers = [
          await list('', headers),
          await create({}, headers),
          await remove('fake', headers),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      }
      for (const headers of [admin, bearer(server.accounts.ADMIN.key), bearer(TEST_ADMIN_SECRET)]) {
        const answers = [
          await list('', headers),
          await create({}, headers),
          await remove('fake', headers),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
      }
    });
  });

  describe('GET /v1/users', () => {
    it('lists all, newest first, page by page, including the system user', async () => {
      const all = (await list()).body as { data: { id: string; role: string }[] };
      expect(all.data.at(-1)).toMatchObject({ id: userId(1), role: 'SYSTEM' });
      expect(all.data.at(-2)).toMatchObject({ id: userId(2), username: 'admin' });
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { body } = await list(`?limit=2${after}`);
        const page = body as { data: { id: string }[]; next_cursor: string | null };
        seen.push(...page.data.map(({ id }) => id));
        if (page.next_cursor) expect(page.data).toHaveLength(2);
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(all.data.map(({ id }) => id));
    });

    it.each(['limit=0', 'limit=-1', 'limit=x', 'cursor=nonsense', 'cursor=%00'])(
      'refuses %s',
      async (query) => {
        expect((await list(`?${query}`)).status).toBe(422);
      },
    );

    it('accepts any large page size, and cursors of another type', async () => {
      expect((await list('?limit=99999999999999999999')).status).toBe(200);
      const cursor = encodeURIComponent(globalId('Project', 2));
      expect((await list(`?cursor=${cursor}`)).body).toMatchObject({
        data: [{ id: userId(2) }, { id: userId(1) }],
      });
    });
  });

  describe('POST /v1/users', () => {
    it('creates a local user whose password must be changed', async () => {
      const user = aLocalUser({ email: ' New.One@Example.COM ', username: ' new one ' });
      const response = await create(user);
      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        data: {
          id: expect.any(String),
          email: 'new.one@example.com',
          username: 'new one',
          role: 'MEMBER',
          auth_method: 'LOCAL',
          password_needs_reset: true,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      });
      expect(await login('new.one@example.com')).toBe(204);
    });

    it.each([undefined, null])('generates a password if it is %j', async (password) => {
      const response = await create(aLocalUser({ password }));
      expect(response.status).toBe(201);
      expect(response.body.data.password_needs_reset).toBe(true);
    });

    it('creates users of a provider, with only the given details', async () => {
      const bare = await create({ ...newUser(), password: '', auth_method: 'OAUTH2' });
      expect([bare.status, Object.keys(bare.body.data).toSorted()]).toEqual([
        201,
        ['auth_method', 'created_at', 'email', 'id', 'role', 'updated_at', 'username'],
      ]);
      const identity = { oauth2_client_id: 'spandrel', oauth2_user_id: '4711' };
      const known = { ...newUser(), password: undefined, auth_method: 'OAUTH2', ...identity };
      expect((await create(known)).body.data).toMatchObject(identity);
      const again = { ...newUser(), password: undefined, auth_method: 'OAUTH2', ...identity };
      expect((await create(again)).status).toBe(409);
      const half = { ...newUser(), password: undefined, auth_method: 'OAUTH2' };
      expect((await create({ ...half, oauth2_user_id: '12' })).status).toBe(201);
    });

    it('creates users of a directory', async () => {
      const response = await create({ ...newUser(), password: undefined, auth_method: 'LDAP' });
      expect(response.status).toBe(201);
      expect(response.body.data).not.toHaveProperty('password_needs_reset');
    });

    it('ignores unknown fields', async () => {
      const response = await create(
        aLocalUser({ oauth2_user_id: { a: 1 }, id: 7, password_needs_reset: false, extra: [] }),
      );
      expect(response.status).toBe(201);
      expect(response.body.data.password_needs_reset).toBe(true);
    });

    it('refuses a name or address that is taken, ignoring case and sign-in method', async () => {
      const { username, email } = server.accounts.MEMBER;
      for (const taken of [
        { username },
        { email: email.toUpperCase() },
        { email, auth_method: 'OAUTH2', password: undefined },
        { username: 'system' },
      ]) {
        expect((await create(aLocalUser(taken))).status).toBe(409);
      }
    });

    it('refuses the role of the system user', async () => {
      expect((await create(aLocalUser({ role: 'SYSTEM' }))).status).toBe(400);
    });

    it.each<[string, unknown]>([
      ['nothing', undefined],
      ['null', null],
      ['a text', 'kim'],
      ['a list', [aLocalUser()]],
      ['no sign-in method', newUser()],
      ['an unknown sign-in method', aLocalUser({ auth_method: 'SAML' })],
      [
        'a sign-in method named like a built-in property',
        aLocalUser({ auth_method: 'constructor' }),
      ],
      ['an unknown role', aLocalUser({ role: 'OWNER' })],
      ['no role', aLocalUser({ role: undefined })],
      ['no address', aLocalUser({ email: undefined })],
      ['no name', aLocalUser({ username: undefined })],
      ['a number as name', aLocalUser({ username: 7 })],
      ['an address without domain', aLocalUser({ email: 'kim@localhost' })],
      ['an address with a line break', aLocalUser({ email: 'kim@example.com\nx: y@z.a' })],
      ['an address that is too long', aLocalUser({ email: `${'k'.repeat(400)}@example.com` })],
      ['NUL in a name', aLocalUser({ username: 'k\0m' })],
      ['a lone surrogate in a name', aLocalUser({ username: 'k\ud800m' })],
      ['a name that is too long', aLocalUser({ username: 'k'.repeat(10_000) })],
      ['a blank name', aLocalUser({ username: ' ' })],
      [
        'an identity that is too long for an index',
        { ...newUser(), auth_method: 'OAUTH2', password: '', oauth2_user_id: 'x'.repeat(513) },
      ],
      ['a short password', aLocalUser({ password: 'short' })],
      ['an empty password', aLocalUser({ password: '' })],
      ['a password that is far too long', aLocalUser({ password: 'ab1'.repeat(1000) })],
      ['a password that is not text', aLocalUser({ password: ['a'] })],
      ['a password for a user of a provider', aLocalUser({ auth_method: 'OAUTH2' })],
    ])('refuses %s', async (_, user) => {
      expect((await create(user)).status).toBe(422);
    });

    it('says where a body is invalid', async () => {
      const response = await create(aLocalUser({ email: 5 }));
      expect(response.body.detail[0].loc).toEqual(['body', 'user', 'LOCAL', 'email']);
    });
  });

  describe('DELETE /v1/users/{id}', () => {
    it('deletes a user and invalidates their sessions and keys at once', async () => {
      const account = await server.createAccount('MEMBER');
      expect((await remove(userId(account.userId))).status).toBe(204);
      for (const headers of [cookieOf(account), bearer(account.key)]) {
        expect((await server.request.get('/v1/projects').set(headers)).status).toBe(401);
      }
      expect((await remove(userId(account.userId))).status).toBe(404);
    });

    it('refuses to delete built-in accounts, even renamed ones, and the account of the caller', async () => {
      for (const id of [1, 2, server.accounts.ADMIN.userId]) {
        expect((await remove(userId(id))).status).toBe(403);
      }
      await server.sql("UPDATE users SET username = 'Ada' WHERE id = 2");
      expect((await remove(userId(2))).status).toBe(403);
      const byKey = await remove(
        userId(server.accounts.ADMIN.userId),
        bearer(server.accounts.ADMIN.key),
      );
      expect(byKey.status).toBe(403);
    });

    it.each([
      ['fake', 422],
      [globalId('Project', 1), 422],
      ['%00', 422],
      [globalId('User', 987_654), 404],
      [Buffer.from('User:99999999999999999999999').toString('base64'), 404],
      [Buffer.from('User:-1').toString('base64'), 404],
    ])('responds to %s with %s', async (id, status) => {
      expect((await remove(id)).status).toBe(status);
    });

    it('protects the last administrator', async () => {
      const { userId: id } = server.accounts.ADMIN;
      await server.sql("UPDATE users SET role = 'VIEWER' WHERE role = 'ADMIN' AND id <> $1", [id]);
      const response = await remove(userId(id), bearer(TEST_ADMIN_SECRET));
      expect(response.status).toBe(409);
    });
  });
});

describe('users over REST without authentication', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('are open to everyone as the anonymous user', async () => {
    expect((await server.request.get('/v1/user')).body).toEqual({
      data: { auth_method: 'ANONYMOUS' },
    });
    const created = await server.request.post('/v1/users').send({ user: aLocalUser() });
    expect(created.status).toBe(201);
    expect((await server.request.get('/v1/users')).body.data).toHaveLength(3);
    const { id } = created.body.data as { id: string };
    expect((await server.request.delete(`/v1/users/${id}`)).status).toBe(204);
  });
});
