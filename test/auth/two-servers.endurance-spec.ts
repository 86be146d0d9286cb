import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestServer } from '../support/server.js';

/** Changes made by one server take effect on the other at once. */
describe('two servers on one database', () => {
  let database: TestDatabase;
  let first: SecuredServer;
  let second: SecuredServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url };
    first = await startSecuredServer(env);
    second = await startSecuredServer(env);
  });
  afterAll(async () => {
    await first.stop();
    await second.stop();
    await database.drop();
  });

  const login = (server: TestServer, email: string) =>
    server.request.post('/auth/login').send({ email, password: 'wrong' });

  it('create one system user and one administrator, in whatever order they start', async () => {
    const rows = await first.sql(
      "SELECT id, username, role FROM users WHERE email LIKE '%@localhost' ORDER BY id",
    );
    expect(rows).toEqual([
      { id: 1, username: 'system', role: 'SYSTEM' },
      { id: 2, username: 'admin', role: 'ADMIN' },
    ]);
  });

  it('check at most five wrong passwords together', async () => {
    const attempts = Array.from({ length: 30 }, (_, n) =>
      login(n % 2 === 0 ? first : second, 'guessed@example.com'),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it("accept each other's sessions, and end them together", async () => {
    const { cookie } = await first.createAccount('MEMBER');
    const read = (server: TestServer) => server.request.get('/v1/projects').set('Cookie', cookie);
    expect((await read(second)).status).toBe(200);
    await first.request.post('/auth/logout').set('Cookie', cookie);
    expect((await read(second)).status).toBe(401);
  });

  it('accept a refresh token only once', async () => {
    const { cookie } = await first.createAccount('MEMBER');
    const answers = await Promise.all(
      [first, second, first, second].map((server) =>
        server.request.post('/auth/refresh').set('Cookie', cookie),
      ),
    );
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([winner!.status, ...others.map(({ status }) => status)]).toEqual([204, 401, 401, 401]);
    const cookies = winner!.headers['set-cookie'] as unknown as string[];
    const next = cookies.map((line) => line.split(';')[0]).join('; ');
    expect((await second.request.get('/v1/projects').set('Cookie', next)).status).toBe(200);
  });

  it('notice a changed role and a deleted key with the next request', async () => {
    const { key, userId } = await first.createAccount('ADMIN');
    const update = () =>
      second.request
        .put('/v1/projects/default')
        .set(bearer(key))
        .send({ description: 'Default project' });
    expect((await update()).status).toBe(200);
    await first.sql("UPDATE users SET role = 'MEMBER' WHERE id = $1", [userId]);
    expect((await update()).status).toBe(403);
    await first.sql('DELETE FROM api_keys WHERE user_id = $1', [userId]);
    expect((await update()).status).toBe(401);
  });
});
