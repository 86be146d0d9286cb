import {
  ADMIN_PASSWORD,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { SecretsService } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeOf, createProtectedAccount } from '../support/second-factor.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

interface Row {
  key: string;
  key_id: string;
  sealed: Buffer;
  updated_at: Date;
}

describe('rotation of the sealing secret', () => {
  const many = Array.from({ length: 250 }, (_, i) => ({ key: `K${i}`, value: `v${i}` }));
  let database: TestDatabase;
  let account: Awaited<ReturnType<typeof createProtectedAccount>>;
  /** Before, and after a server with a new secret has started. */
  let before: Map<string, Row>;
  let after: Map<string, Row>;
  /** The values that that server read. */
  let seen: Map<string, string | null>;
  /** A server that knows only the new secret. */
  let server: SecuredServer;

  const start = (secret: string, previous = ''): Promise<SecuredServer> =>
    startSecuredServer({
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_SECRET: secret,
      SPANDREL_PREVIOUS_SECRETS: previous,
    });
  const put = (on: SecuredServer, secrets: { key: string; value: string }[]) =>
    on.request.put('/v1/secrets').set(bearer(on.adminSecret)).send({ secrets }).expect(200);
  const read = (key: string, on = server) => on.app.get(SecretsService).read(key);
  const rowsOf = async (on: SecuredServer) => {
    const rows = await on.sql<Row>('SELECT * FROM secrets');
    return new Map(rows.map((row) => [row.key, row]));
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const first = await start(FIRST);
    await put(first, [...many, { key: 'BROKEN', value: 'a' }, { key: 'FORGOTTEN', value: 'b' }]);
    await first.sql("UPDATE secrets SET sealed = set_byte(sealed, 20, 0) WHERE key = 'BROKEN'");
    await first.sql("UPDATE secrets SET key_id = 'forgotten' WHERE key = 'FORGOTTEN'");
    account = await createProtectedAccount(first);
    before = await rowsOf(first);
    await first.stop();

    const second = await start(SECOND, FIRST);
    after = await rowsOf(second);
    const keys = [...many.slice(0, 20).map(({ key }) => key), 'BROKEN', 'FORGOTTEN'];
    seen = new Map();
    for (const key of keys) seen.set(key, await read(key, second));
    await put(second, [{ key: 'FORGOTTEN', value: 'again' }]);
    seen.set('FORGOTTEN, set again', await read('FORGOTTEN', second));
    await second.stop();

    server = await start(SECOND);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  it('reseals everything at startup and keeps the times of the last change', async () => {
    const idsOf = (rows: Map<string, Row>) => [
      ...new Set(many.map(({ key }) => rows.get(key)!.key_id)),
    ];
    expect(idsOf(before)).toHaveLength(1);
    expect(idsOf(after)).toHaveLength(1);
    expect(idsOf(after)).not.toEqual(idsOf(before));
    for (const { key, value } of many.slice(0, 20)) expect(seen.get(key)).toBe(value);
    expect(after.size).toBe(before.size);
    for (const [key, row] of before) expect(after.get(key)!.updated_at).toEqual(row.updated_at);
    expect(await read('K249')).toBe('v249');
  });

  it('reseals the secrets of authenticator apps, whose codes still work', async () => {
    const { email, secret } = account;
    const first = await server.request
      .post('/auth/login')
      .send({ email, password: ADMIN_PASSWORD });
    const [ticket] = first.headers['set-cookie'] as unknown as string[];
    const second = await server.request
      .post('/auth/second-factor')
      .set('Cookie', ticket!.split(';')[0]!)
      .send({ code: codeOf(secret) });
    expect([first.status, second.status]).toEqual([200, 204]);
  });

  it('skips secrets that it cannot read', async () => {
    for (const key of ['BROKEN', 'FORGOTTEN']) {
      expect(after.get(key)).toEqual(before.get(key));
      expect(seen.get(key)).toBeNull();
    }
    expect(seen.get('FORGOTTEN, set again')).toBe('again');
    expect(await read('FORGOTTEN')).toBe('again');
  });

  it('returns nothing for unknown and impossible keys', async () => {
    expect(await read('NONE')).toBeNull();
    expect(await read("a'b")).toBeNull();
    expect(await read('\0')).toBeNull();
  });
});
