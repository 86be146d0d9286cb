import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { putSecrets, storedKeys } from './operations.js';

type Headers = Record<string, string>;
type Change = { key: string; value: string | null };

describe('secrets over REST', () => {
  let server: SecuredServer;
  let admin: Headers;

  beforeAll(async () => {
    server = await startSecuredServer();
    admin = cookieOf(server.accounts.ADMIN);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM secrets'));

  const put = (secrets: unknown, headers: Headers = admin) => putSecrets(server, secrets, headers);
  const stored = () => storedKeys(server);

  it('are stored and deleted in one request, returned in reverse order', async () => {
    await put([{ key: 'C', value: 'old' }]);
    const response = await put([
      { key: 'A', value: 'one' },
      { key: 'C', value: null },
      { key: ' B ', value: ' two ' },
      { key: 'NEVER_THERE', value: null },
    ]);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      data: { upserted_keys: ['B', 'A'], deleted_keys: ['NEVER_THERE', 'C'] },
    });
    expect(await stored()).toEqual(['A', 'B']);
  });

  it('keep the last of several changes in a request, and are returned once', async () => {
    const { body } = await put([
      { key: 'A', value: 'one' },
      { key: 'B', value: null },
      { key: 'A', value: null },
      { key: 'B', value: 'two' },
    ]);
    expect(body.data).toEqual({ upserted_keys: ['B'], deleted_keys: ['A'] });
    expect(await stored()).toEqual(['B']);
  });

  it('are not readable in the database or in a response', async () => {
    const value = 'sk-canary-0123456789';
    const { text } = await put([{ key: 'OPENAI_API_KEY', value }]);
    expect(text).not.toContain(value);
    const rows = await server.sql<{ sealed: Buffer }>('SELECT sealed FROM secrets');
    expect(rows[0]!.sealed.includes(value)).toBe(false);
  });

  it('remember who last set them', async () => {
    await put([{ key: 'A', value: 'x' }]);
    const { ADMIN } = server.accounts;
    expect(await server.sql('SELECT user_id FROM secrets')).toEqual([{ user_id: ADMIN.userId }]);
    await put([{ key: 'A', value: 'y' }], bearer(server.adminSecret));
    expect(await server.sql('SELECT user_id FROM secrets')).toEqual([{ user_id: 1 }]);
  });

  it.each<[string, unknown]>([
    ['no secrets', undefined],
    ['null', null],
    ['an empty list', []],
    ['text', 'A=b'],
    ['an object', { key: 'A', value: 'b' }],
    ['a list of texts', ['A']],
    ['a list of lists', [[{ key: 'A', value: 'b' }]]],
    ['a list with null', [null]],
    ['no key', [{ value: 'x' }]],
    ['no value', [{ key: 'A' }]],
    ['a blank value', [{ key: 'A', value: ' \n' }]],
    ['an empty value', [{ key: 'A', value: '' }]],
    ['a value that is not text', [{ key: 'A', value: 5 }]],
    ['a value that is a list', [{ key: 'A', value: ['x'] }]],
    ['a NUL in the value', [{ key: 'A', value: 'a\0b' }]],
    ['a value that is too long', [{ key: 'A', value: 'x'.repeat(65_537) }]],
    ['a key that is too long', [{ key: 'K'.repeat(256), value: 'x' }]],
    ['a blank key', [{ key: ' ', value: 'x' }]],
    ['a key that starts with a digit', [{ key: '1A', value: 'x' }]],
    ['a key with a dash', [{ key: 'A-B', value: 'x' }]],
    ['a key with a non-ASCII letter', [{ key: 'É', value: 'x' }]],
    ['a key with a line break', [{ key: 'A\nB', value: 'x' }]],
    ['too many', Array.from({ length: 1001 }, (_, i) => ({ key: `K${i}`, value: 'x' }))],
  ])('change nothing if the request has %s', async (_, secrets) => {
    expect((await put(secrets)).status).toBe(422);
    const good = { key: 'GOOD', value: 'x' };
    if (Array.isArray(secrets) && secrets.length > 0) {
      expect((await put([good, ...secrets])).status).toBe(422);
    }
    expect(await stored()).toEqual([]);
  });

  it('can reach the limits on size and number', async () => {
    expect((await put([{ key: 'A', value: 'x'.repeat(65_536) }])).status).toBe(200);
    const many = Array.from({ length: 1000 }, (_, i) => ({ key: `K${i}`, value: `v${i}` }));
    expect((await put(many)).status).toBe(200);
    expect(await stored()).toHaveLength(1001);
  });

  it('are not repeated in an error', async () => {
    for (const secrets of [
      [{ key: 'A', value: ['sk-canary'] }],
      [{ key: 'sk-canary', value: 'x' }],
      'sk-canary',
      ['sk-canary'],
      [{ key: 'A', value: { nested: 'sk-canary' } }],
    ]) {
      const { status, text } = await put(secrets);
      expect([status, text.includes('sk-canary')]).toEqual([422, false]);
    }
  });

  it('are for administrators, whatever their credential', async () => {
    const change = [{ key: 'A', value: 'x' }];
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    for (const headers of [admin, bearer(ADMIN.key), bearer(server.adminSecret)]) {
      expect((await put(change, headers)).status).toBe(200);
    }
    for (const headers of [
      cookieOf(MEMBER),
      bearer(MEMBER.key),
      cookieOf(VIEWER),
      bearer(VIEWER.key),
      bearer(server.systemKey),
    ]) {
      expect((await put(change, headers)).status).toBe(403);
      expect((await put(undefined, headers)).status).toBe(403);
    }
    expect((await put(change, {})).status).toBe(401);
    const readOnly = await server.createKey(ADMIN.userId, { scope: 'read' });
    expect((await put(change, bearer(readOnly))).status).toBe(403);
  });

  it('can be changed by overlapping batches', async () => {
    const keys = ['A', 'B', 'C', 'D', 'E'];
    const batch = (i: number): Change[] =>
      (i % 2 ? keys : keys.toReversed()).map((key, at) => ({
        key,
        value: (i + at) % 3 ? `v${i}` : null,
      }));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => put(batch(i))));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  });

  it('are audited by name on changes and deletions', async () => {
    await put([{ key: 'AUDITED', value: 'sk-canary' }]);
    await put([
      { key: 'AUDITED', value: null },
      { key: 'NEVER_AUDITED', value: null },
    ]);
    const events = await server.sql(
      `SELECT action, subject_type, subject_id, details FROM audit_events
       WHERE subject_name LIKE '%AUDITED' ORDER BY id`,
    );
    expect(events).toEqual([
      { action: 'secret.changed', subject_type: 'Secret', subject_id: 'AUDITED', details: {} },
      { action: 'secret.deleted', subject_type: 'Secret', subject_id: 'AUDITED', details: {} },
    ]);
  });
});
