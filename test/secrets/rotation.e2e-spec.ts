import { ADMIN_PASSWORD, startSecuredServer } from '../support/accounts.js';
import { SecretsService } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeOf, createProtectedAccount } from '../support/second-factor.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

describe('rotation of the sealing secret', () => {
  let database: TestDatabase;
  const running: TestServer[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
    await database.drop();
  });

  const start = async (secret: string, previous = ''): Promise<TestServer> => {
    const server = await startTestServer({
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_SECRET: secret,
      SPANDREL_PREVIOUS_SECRETS: previous,
    });
    running.push(server);
    return server;
  };
  const stop = (server: TestServer) => running.splice(running.indexOf(server), 1)[0]!.stop();
  const put = (server: TestServer, secrets: { key: string; value: string | null }[]) =>
    server.request.put('/v1/secrets').send({ secrets }).expect(200);
  const read = (server: TestServer, key: string) => server.app.get(SecretsService).read(key);
  const keyIds = async (server: TestServer) =>
    (await server.sql<{ key_id: string }>('SELECT DISTINCT key_id FROM secrets')).map(
      (row) => row.key_id,
    );

  it('reseals everything at startup and keeps the times of the last change', async () => {
    const many = Array.from({ length: 250 }, (_, i) => ({ key: `K${i}`, value: `v${i}` }));
    const before = await start(FIRST);
    await put(before, many);
    const [firstId] = await keyIds(before);
    const changed = await before.sql('SELECT key, updated_at FROM secrets ORDER BY key');
    await stop(before);

    const after = await start(SECOND, FIRST);
    const ids = await keyIds(after);
    expect(ids).toHaveLength(1);
    expect(ids).not.toContain(firstId);
    for (const { key, value } of many.slice(0, 20)) expect(await read(after, key)).toBe(value);
    expect(await after.sql('SELECT key, updated_at FROM secrets ORDER BY key')).toEqual(changed);
    await stop(after);

    const later = await start(SECOND);
    expect(await read(later, 'K249')).toBe('v249');
  });

  it('reseals the secrets of authenticator apps, whose codes still work', async () => {
    const startSecured = async (secret: string, previous = '') => {
      const server = await startSecuredServer({
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_SECRET: secret,
        SPANDREL_PREVIOUS_SECRETS: previous,
      });
      running.push(server);
      return server;
    };
    const before = await startSecured(FIRST);
    const { email, secret } = await createProtectedAccount(before);
    await stop(before);
    await stop(await startSecured(SECOND, FIRST));

    const after = await startSecured(SECOND);
    const first = await after.request.post('/auth/login').send({ email, password: ADMIN_PASSWORD });
    const [ticket] = first.headers['set-cookie'] as unknown as string[];
    const second = await after.request
      .post('/auth/second-factor')
      .set('Cookie', ticket!.split(';')[0]!)
      .send({ code: codeOf(secret) });
    expect([first.status, second.status]).toEqual([200, 204]);
  });

  it('skips secrets that it cannot read', async () => {
    const before = await start(FIRST);
    await put(before, [
      { key: 'A', value: 'a' },
      { key: 'B', value: 'b' },
      { key: 'C', value: 'c' },
    ]);
    await before.sql("UPDATE secrets SET sealed = set_byte(sealed, 20, 0) WHERE key = 'A'");
    await before.sql("UPDATE secrets SET key_id = 'forgotten' WHERE key = 'B'");
    const [broken] = await before.sql("SELECT * FROM secrets WHERE key = 'A'");
    await stop(before);
    const after = await start(SECOND, FIRST);
    expect(await after.sql("SELECT * FROM secrets WHERE key = 'A'")).toEqual([broken]);
    expect([await read(after, 'A'), await read(after, 'B')]).toEqual([null, null]);
    expect(await read(after, 'C')).toBe('c');
    await put(after, [{ key: 'B', value: 'again' }]);
    expect(await read(after, 'B')).toBe('again');
  });

  it('returns nothing for unknown and impossible keys', async () => {
    const server = await start(FIRST);
    expect(await read(server, 'NONE')).toBeNull();
    expect(await read(server, "a'b")).toBeNull();
    expect(await read(server, '\0')).toBeNull();
  });
});
