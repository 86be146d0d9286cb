import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { startTestServer } from '../support/server.js';

type Headers = Record<string, string>;

const rowId = (id: string) => Number(Buffer.from(id, 'base64').toString().split(':')[1]);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('the keys of all users over REST', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
    for (let i = 0; i < 5; i++) await server.createKey(server.accounts.MEMBER.userId);
  });
  afterAll(() => server.stop());

  const page = (query: object = {}, headers: Headers = cookieOf(server.accounts.ADMIN)) =>
    server.request.get('/v1/users/api_keys').set(headers).query(query);

  it('are listed newest first, with their owners and without system keys', async () => {
    const { body } = await page();
    expect(body.next_cursor).toBeNull();
    const ids = body.data.map((item: { id: string }) => rowId(item.id));
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect(ids).toHaveLength(8);
    const { MEMBER } = server.accounts;
    expect(body.data[0].user).toEqual({
      id: globalId('User', MEMBER.userId),
      username: MEMBER.username,
      email: MEMBER.email,
    });
    expect(JSON.stringify(body)).not.toContain(MEMBER.key.slice(12));
  });

  it('come in consecutive pages', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { data: { id: string }[]; next_cursor: string | null } } = await page(
        { limit: 3, ...(cursor ? { cursor } : {}) },
      );
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(8);
    expect(seen).toHaveLength(8);
  });

  it.each([
    [{ limit: 0 }],
    [{ limit: 1001 }],
    [{ limit: -1 }],
    [{ limit: 'x' }],
    [{ cursor: 'x' }],
    [{ cursor: globalId('SystemApiKey', 1) }],
    [{ cursor: globalId('User', 1) }],
  ])('are refused for %j', async (query) => {
    expect((await page(query)).status).toBe(422);
  });

  it('are for administrators only, including their keys and the admin secret', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    expect((await page({}, bearer(ADMIN.key))).status).toBe(200);
    expect((await page({}, bearer(server.adminSecret))).status).toBe(200);
    for (const headers of [
      cookieOf(MEMBER),
      bearer(MEMBER.key),
      cookieOf(VIEWER),
      bearer(VIEWER.key),
      bearer(server.systemKey),
    ]) {
      expect((await page({ limit: 'x' }, headers)).status).toBe(403);
    }
    expect((await page({}, {})).status).toBe(401);
  });
});

describe('system API keys over REST', () => {
  let server: SecuredServer;
  let admin: Headers;

  beforeAll(async () => {
    server = await startSecuredServer();
    admin = cookieOf(server.accounts.ADMIN);
  });
  afterAll(() => server.stop());

  const create = (headers: Headers, data: unknown = { name: 'ci' }) =>
    server.request.post('/v1/system/api_keys').set(headers).send({ data });
  const list = (headers: Headers) => server.request.get('/v1/system/api_keys').set(headers);
  const remove = (headers: Headers, id: string) =>
    server.request.delete(`/v1/system/api_keys/${encodeURIComponent(id)}`).set(headers);

  it('are created by a signed-in administrator and by the admin secret', async () => {
    for (const headers of [admin, bearer(server.adminSecret)]) {
      const response = await create(headers, {
        name: 'ci',
        description: 'build',
        expires_at: '2099-01-01T00:00:00Z',
      });
      expect(response.status).toBe(201);
      const { data } = response.body;
      expect(data).toMatchObject({
        name: 'ci',
        description: 'build',
        expires_at: '2099-01-01T00:00:00+00:00',
        key: expect.stringMatching(/^spd_/),
      });
      expect(Buffer.from(data.id, 'base64').toString()).toMatch(/^SystemApiKey:\d+$/);
    }
  });

  it('read and write like a member, and administer nothing', async () => {
    const { key } = (await create(admin)).body.data;
    const get = (path: string) => server.request.get(path).set(bearer(key));
    expect((await get('/v1/projects')).status).toBe(200);
    const post = server.request.post('/v1/projects').set(bearer(key));
    expect((await post.send({ name: 'by the system' })).status).toBe(200);
    expect((await get('/v1/users/api_keys')).status).toBe(403);
    expect((await get('/v1/system/api_keys')).status).toBe(403);
    expect((await server.request.put('/v1/secrets').set(bearer(key)).send({})).status).toBe(403);
  });

  it('are never created by a key or by anyone but administrators', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    const byKey = await create(bearer(ADMIN.key));
    expect([byKey.status, byKey.text]).toEqual([403, 'API keys cannot create API keys']);
    for (const headers of [
      bearer(server.systemKey),
      cookieOf(MEMBER),
      bearer(MEMBER.key),
      cookieOf(VIEWER),
      bearer(VIEWER.key),
    ]) {
      expect((await create(headers)).status).toBe(403);
      expect((await create(headers, null)).status).toBe(403);
    }
    expect((await create({})).status).toBe(401);
  });

  it('are listed newest first for administrators and their API keys', async () => {
    const { id } = (await create(admin)).body.data;
    for (const headers of [admin, bearer(server.accounts.ADMIN.key), bearer(server.adminSecret)]) {
      const { status, body, text } = await list(headers);
      expect(status).toBe(200);
      expect(body.data[0].id).toBe(id);
      expect(text).not.toContain('"key"');
    }
    expect((await list(cookieOf(server.accounts.MEMBER))).status).toBe(403);
  });

  it('are deleted by administrators and their keys', async () => {
    const first = (await create(admin)).body.data;
    expect((await remove(bearer(server.accounts.ADMIN.key), first.id)).status).toBe(204);
    const used = await server.request.get('/v1/projects').set(bearer(first.key));
    expect(used.status).toBe(401);
    expect((await remove(admin, first.id)).status).toBe(404);
    const second = (await create(admin)).body.data;
    expect((await remove(bearer(server.systemKey), second.id)).status).toBe(403);
    expect((await remove(cookieOf(server.accounts.MEMBER), 'fake')).status).toBe(403);
    expect((await remove(admin, 'fake')).status).toBe(422);
  });

  it('cannot be used to delete personal keys by another type of ID', async () => {
    const { body } = await server.request
      .post('/v1/user/api_keys')
      .set(admin)
      .send({ data: { name: 'mine' } });
    const number = rowId(body.data.id);
    expect((await remove(admin, globalId('SystemApiKey', number))).status).toBe(404);
    expect((await remove(admin, body.data.id)).status).toBe(422);
  });
});

describe('a maximum lifetime of API keys', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({ SPANDREL_API_KEY_MAX_LIFETIME_DAYS: '30' });
  });
  afterAll(() => server.stop());

  it('requires every key to expire within it', async () => {
    const create = (path: string, expires_at?: string) =>
      server.request
        .post(path)
        .set(cookieOf(server.accounts.ADMIN))
        .send({ data: { name: 'x', expires_at } });
    for (const path of ['/v1/user/api_keys', '/v1/system/api_keys']) {
      const without = await create(path);
      expect(without.status).toBe(422);
      expect(without.text).toContain('SPANDREL_API_KEY_MAX_LIFETIME_DAYS');
      expect((await create(path, inDays(31))).status).toBe(422);
      expect((await create(path, inDays(29))).status).toBe(201);
    }
  });
});

describe('API keys without authentication', () => {
  it('cannot be used, and the error says why', async () => {
    const server = await startTestServer();
    try {
      for (const [method, path] of [
        ['get', '/v1/user/api_keys'],
        ['post', '/v1/user/api_keys'],
        ['delete', '/v1/user/api_keys/x'],
        ['get', '/v1/users/api_keys'],
        ['get', '/v1/system/api_keys'],
        ['post', '/v1/system/api_keys'],
        ['delete', '/v1/system/api_keys/x'],
      ] as const) {
        const response = await server.request[method](path);
        expect([path, response.status]).toEqual([path, 403]);
        expect(response.text.toLowerCase()).toContain('authentication');
      }
    } finally {
      await server.stop();
    }
  });
});
