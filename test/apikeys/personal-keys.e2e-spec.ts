import { createHash } from 'node:crypto';
import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';

type Headers = Record<string, string>;

const rowId = (id: string) => Number(Buffer.from(id, 'base64').toString().split(':')[1]);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('personal API keys over REST', () => {
  let server: SecuredServer;
  let admin: Headers;
  let member: Headers;
  let viewer: Headers;

  beforeAll(async () => {
    server = await startSecuredServer();
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    [admin, member, viewer] = [cookieOf(ADMIN), cookieOf(MEMBER), cookieOf(VIEWER)];
  });
  afterAll(() => server.stop());

  const create = (headers: Headers, data: unknown) =>
    server.request.post('/v1/user/api_keys').set(headers).send({ data });
  const list = (headers: Headers) => server.request.get('/v1/user/api_keys').set(headers);
  const remove = (headers: Headers, id: string) =>
    server.request.delete(`/v1/user/api_keys/${encodeURIComponent(id)}`).set(headers);
  const works = async (key: string) =>
    (await server.request.get('/v1/projects').set(bearer(key))).status;

  it('are shown once, when they are created, and work', async () => {
    const response = await create(member, { name: '  ci ' });
    expect(response.status).toBe(201);
    const { data } = response.body;
    expect(data).toEqual({
      id: expect.any(String),
      name: 'ci',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/),
      prefix: data.key.slice(0, 12),
      scope: 'full',
      key: expect.stringMatching(/^spd_[0-9A-Za-z]{43}$/),
    });
    expect(Buffer.from(data.id, 'base64').toString()).toMatch(/^UserApiKey:\d+$/);
    expect(await works(data.key)).toBe(200);
    const listed = await list(member);
    expect(listed.status).toBe(200);
    const { key, ...withoutKey } = data;
    expect(listed.body.data[0]).toEqual({ ...withoutKey, last_used_at: expect.any(String) });
    expect(listed.text).not.toContain(key);
    const stored = await server.sql('SELECT key_hash FROM api_keys WHERE id = $1', [
      rowId(data.id),
    ]);
    expect(stored).toEqual([{ key_hash: createHash('sha256').update(key).digest() }]);
  });

  it('have a description, an expiry, a scope and a project if requested', async () => {
    await server.request.post('/v1/projects').set(member).send({ name: 'keyed' });
    const response = await create(member, {
      name: 'all',
      description: 'build',
      expires_at: '2099-02-03T04:05:06.700008',
      scope: 'read',
      project_id: 'keyed',
    });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      description: 'build',
      expires_at: '2099-02-03T04:05:06.700008+00:00',
      scope: 'read',
      project: { id: expect.any(String), name: 'keyed' },
    });
    const { project } = response.body.data;
    const byId = await create(member, { name: 'by id', project_id: project.id });
    expect(byId.body.data.project).toEqual(project);
  });

  it('ignore null fields', async () => {
    const { body } = await create(member, {
      name: 'bare',
      description: null,
      expires_at: null,
      scope: null,
      project_id: null,
    });
    expect(Object.keys(body.data).toSorted()).toEqual(
      ['created_at', 'id', 'key', 'name', 'prefix', 'scope'].toSorted(),
    );
  });

  it('accept times as seconds and without an offset', async () => {
    const { body } = await create(member, { name: 'unix', expires_at: 4_000_000_000 });
    expect(body.data.expires_at).toBe('2096-10-02T07:06:40+00:00');
    const day = await create(member, { name: 'day', expires_at: '2096-10-02' });
    expect(day.body.data.expires_at).toBe('2096-10-02T00:00:00+00:00');
  });

  it.each([
    ['no name', {}],
    ['a blank name', { name: ' \t' }],
    ['a name that is not text', { name: 5 }],
    ['a name that is too long', { name: 'x'.repeat(256) }],
    ['a NUL', { name: 'a\0b' }],
    ['a lone surrogate', { name: '\ud800' }],
    ['a description that is not text', { name: 'x', description: {} }],
    ['a description that is too long', { name: 'x', description: 'x'.repeat(4001) }],
    ['an expiry in the past', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }],
    ['an expiry that is not a time', { name: 'x', expires_at: 'soon' }],
    ['an expiry of another type', { name: 'x', expires_at: ['2099-01-01'] }],
    ['an unknown scope', { name: 'x', scope: 'admin' }],
    ['an empty project', { name: 'x', project_id: '' }],
    ['no data', undefined],
    ['null for data', null],
    ['a list for data', []],
    ['a list of lists for data', [[]]],
    ['text for data', 'x'],
  ])('are refused with %s', async (_, data) => {
    const response = await create(member, data);
    expect([response.status, response.body?.data]).toEqual([422, undefined]);
  });

  it('are refused without a body, or with one that is not JSON', async () => {
    const post = () => server.request.post('/v1/user/api_keys').set(member);
    expect((await post()).status).toBe(422);
    expect((await post().type('json').send('{"data":')).status).toBe(422);
    expect((await post().type('text').send('x')).status).toBe(422);
  });

  it('are refused for a project that does not exist', async () => {
    expect((await create(member, { name: 'x', project_id: 'nowhere' })).status).toBe(404);
    const absent = globalId('Project', 999_999);
    expect((await create(member, { name: 'x', project_id: absent })).status).toBe(404);
  });

  it('keep hostile text unchanged', async () => {
    const name = `'; DROP TABLE api_keys; -- <script>__proto__`;
    expect((await create(member, { name })).body.data.name).toBe(name);
  });

  it('can be created by viewers, but not for sending spans', async () => {
    const response = await create(viewer, { name: 'mine' });
    expect(response.status).toBe(201);
    expect(await works(response.body.data.key)).toBe(200);
    expect((await remove(viewer, response.body.data.id)).status).toBe(204);
    expect((await create(viewer, { name: 'x', scope: 'ingest' })).status).toBe(422);
  });

  it('stop working as soon as they are deleted', async () => {
    const { id, key } = (await create(member, { name: 'short' })).body.data;
    expect(await works(key)).toBe(200);
    expect((await remove(member, id)).status).toBe(204);
    expect(await works(key)).toBe(401);
    expect((await remove(member, id)).status).toBe(404);
  });

  it('stop working when they expire, but stay in the list', async () => {
    const { id, key } = (await create(member, { name: 'old', expires_at: inDays(1) })).body.data;
    expect(await works(key)).toBe(200);
    await server.sql(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [rowId(id)]);
    expect(await works(key)).toBe(401);
    const { body } = await list(member);
    expect(body.data.map((item: { id: string }) => item.id)).toContain(id);
  });

  it('cannot be deleted by others, who get the response for a missing key', async () => {
    const { id, key } = (await create(admin, { name: 'of the admin' })).body.data;
    const foreign = await remove(member, id);
    const missing = await remove(member, globalId('UserApiKey', 999_999));
    expect([foreign.status, foreign.text]).toEqual([404, 'API key not found']);
    expect([missing.status, missing.text]).toEqual([404, 'API key not found']);
    expect(await works(key)).toBe(200);
  });

  it('can be deleted by administrators and the admin secret', async () => {
    const first = (await create(member, { name: 'one' })).body.data;
    expect((await remove(admin, first.id)).status).toBe(204);
    const second = (await create(member, { name: 'two' })).body.data;
    expect((await remove(bearer(server.adminSecret), second.id)).status).toBe(204);
    const third = (await create(member, { name: 'three' })).body.data;
    expect((await remove(bearer(server.accounts.ADMIN.key), third.id)).status).toBe(204);
  });

  it.each([
    ['no id', 'fake-id-12345678'],
    ['the id of something else', globalId('Project', 1)],
    ['the id of a system key', globalId('SystemApiKey', 1)],
    ['an id without a number', Buffer.from('UserApiKey:x').toString('base64')],
    ['hostile text', "' OR 1=1 --"],
  ])('are not deleted by %s', async (_, id) => {
    expect((await remove(member, id)).status).toBe(422);
    expect((await remove(admin, id)).status).toBe(422);
  });

  it('are not found by IDs that no row can have', async () => {
    for (const number of ['99999999999999999999999', '-1', '0']) {
      const id = Buffer.from(`UserApiKey:${number}`).toString('base64');
      expect((await remove(admin, id)).status).toBe(404);
    }
  });

  it('cannot be used to delete system keys by another type of ID', async () => {
    const { body } = await server.request
      .post('/v1/system/api_keys')
      .set(admin)
      .send({ data: { name: 'relabelled' } });
    const relabelled = globalId('UserApiKey', rowId(body.data.id));
    expect((await remove(admin, relabelled)).status).toBe(404);
    expect(await works(body.data.key)).toBe(200);
  });

  it('are created only by people', async () => {
    for (const account of Object.values(server.accounts)) {
      const byKey = await create(bearer(account.key), { name: 'x' });
      expect([byKey.status, byKey.text]).toEqual([403, 'API keys cannot create API keys']);
      expect((await create(bearer(account.key), undefined)).status).toBe(403);
    }
    expect((await create(bearer(server.systemKey), {})).status).toBe(403);
    expect((await create(bearer(server.adminSecret), {})).status).toBe(403);
    expect((await create({}, { name: 'x' })).status).toBe(401);
  });

  it('can be listed and deleted with a key of their owner', async () => {
    const { MEMBER } = server.accounts;
    const { id } = (await create(member, { name: 'x' })).body.data;
    expect((await list(bearer(MEMBER.key))).status).toBe(200);
    expect((await remove(bearer(MEMBER.key), id)).status).toBe(204);
  });

  it('do not exist for the system user', async () => {
    for (const headers of [bearer(server.systemKey), bearer(server.adminSecret)]) {
      const response = await list(headers);
      expect([response.status, response.body]).toEqual([200, { data: [] }]);
    }
    expect((await remove(bearer(server.systemKey), 'fake')).status).toBe(403);
    const own = (await create(member, { name: 'x' })).body.data;
    expect((await remove(bearer(server.systemKey), own.id)).status).toBe(403);
  });

  it('are listed only to their owner', async () => {
    await create(admin, { name: 'for the admin' });
    const { body } = await list(viewer);
    expect(body.data.every((item: { name: string }) => item.name === 'test')).toBe(true);
  });

  it('are audited on creation and deletion, without the key', async () => {
    const { id, key } = (await create(member, { name: 'audited' })).body.data;
    await remove(admin, id);
    const events = await server.sql<{ action: string; details: Record<string, unknown> }>(
      `SELECT * FROM audit_events WHERE subject_type = 'UserApiKey' AND subject_id = $1
       ORDER BY id`,
      [String(rowId(id))],
    );
    const { MEMBER, ADMIN } = server.accounts;
    expect(events).toEqual([
      expect.objectContaining({
        action: 'apikey.created',
        actor_name: MEMBER.username,
        credential: 'session',
        subject_name: 'audited',
        details: expect.objectContaining({ prefix: key.slice(0, 12), scope: 'full' }),
      }),
      expect.objectContaining({
        action: 'apikey.deleted',
        actor_name: ADMIN.username,
        details: expect.objectContaining({ owner: MEMBER.username }),
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
  });

  it('are deleted with their project', async () => {
    await server.request.post('/v1/projects').set(member).send({ name: 'doomed' });
    const { key } = (await create(member, { name: 'x', project_id: 'doomed' })).body.data;
    const mine = () => server.request.get('/v1/projects/doomed').set(bearer(key));
    expect((await mine()).status).toBe(200);
    await server.request.delete('/v1/projects/doomed').set(admin);
    expect((await mine()).status).toBe(401);
  });
});
