import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const gid = (id: number) => Buffer.from(`Project:${id}`).toString('base64');

describe('/v1/projects', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const names = async (query: string): Promise<string[]> => {
    const response = await server.request.get(`/v1/projects?${query}`).expect(200);
    return response.body.data.map((project: { name: string }) => project.name);
  };

  describe('list', () => {
    it('lists projects with exactly three keys, newest first', async () => {
      const { id } = await aProject(server, { name: 'shop-bot' });
      const { body } = await server.request.get('/v1/projects').expect(200);
      expect(body).toEqual({
        data: [
          { id: gid(id), name: 'shop-bot', description: null },
          { id: gid(1), name: 'default', description: 'Default project' },
        ],
        next_cursor: null,
      });
    });

    it('starts with the row that the cursor names, and combines filter and cursor', async () => {
      for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await aProject(server, { name });
      const first = await server.request.get('/v1/projects?limit=2&name_contains=A').expect(200);
      expect(first.body.data.map((p: { name: string }) => p.name)).toEqual(['a3', 'a2']);
      const next = encodeURIComponent(first.body.next_cursor);
      // "default" also contains an a.
      expect(await names(`cursor=${next}&limit=9&name_contains=a`)).toEqual(['a1', 'default']);
    });

    it('finds part of a name ignoring case in every script, and treats % and _ literally', async () => {
      for (const name of ['Straße 7', 'ΟΔΟΣ', '100%', '1000', 'a_b', 'axb']) {
        await server.request.post('/v1/projects').send({ name }).expect(200);
      }
      expect(await names('name_contains=STRASSE')).toEqual(['Straße 7']);
      expect(await names(`name_contains=${encodeURIComponent('δος')}`)).toEqual(['ΟΔΟΣ']);
      expect(await names('name_contains=0%25')).toEqual(['100%']);
      expect(await names('name_contains=A_B')).toEqual(['a_b']);
      expect(await names('name_contains=')).toHaveLength(7);
      expect(await names('name_contains=%00')).toEqual([]);
    });

    it('accepts the flags, and ignores empty parameters', async () => {
      expect(
        await names(
          'include_experiment_projects=True&include_dataset_evaluator_projects=0&cursor=&unknown=1',
        ),
      ).toEqual(['default']);
    });

    it('returns an empty page for a cursor beyond the list', async () => {
      const cursor = encodeURIComponent(gid(0));
      const { body } = await server.request.get(`/v1/projects?cursor=${cursor}`).expect(200);
      expect(body).toEqual({ data: [], next_cursor: null });
    });

    it.each(['not-an-id', '!!!!', 'UHJvamVjdDo3=', Buffer.from('Project:x').toString('base64')])(
      'refuses the cursor %s',
      async (cursor) => {
        const query = `cursor=${encodeURIComponent(cursor)}`;
        const response = await server.request.get(`/v1/projects?${query}`).expect(422);
        expect(response.type).toBe('text/plain');
        expect(response.text).toContain('Invalid cursor format');
      },
    );

    it.each(['limit=0', 'limit=-1', 'limit=1.5', 'limit=abc', 'limit=', 'limit=1&limit=2'])(
      'refuses %s',
      async (query) => {
        const { body } = await server.request.get(`/v1/projects?${query}`).expect(422);
        expect(body.detail[0].loc).toEqual(['query', 'limit']);
      },
    );

    it('accepts any large limit', async () => {
      expect(await names('limit=99999999999999999999')).toEqual(['default']);
    });
  });

  describe('create', () => {
    it.each(['  kept  ', '東京 (テスト)', `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`, '🚀'])(
      'keeps the name %j unchanged',
      async (name) => {
        const created = await server.request
          .post('/v1/projects')
          .send({ name, description: 'd', extra: 1 })
          .expect(200);
        expect(created.body).toEqual({
          data: { id: expect.any(String), name, description: 'd' },
        });
        const { id } = created.body.data;
        const found = await server.request.get(`/v1/projects/${encodeURIComponent(id)}`);
        expect(found.body).toEqual(created.body);
      },
    );

    it('responds with 409 to a name that is taken', async () => {
      const response = await server.request.post('/v1/projects').send({ name: 'default' });
      expect(response.status).toBe(409);
      expect(response.type).toBe('text/plain');
      // Names are case-sensitive.
      await server.request.post('/v1/projects').send({ name: 'Default' }).expect(200);
    });

    it('creates one project for many simultaneous requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => server.request.post('/v1/projects').send({ name: 'x' })),
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
    });

    it.each([
      ['no body', undefined, ['body']],
      ['no name', {}, ['body', 'name']],
      ['an empty name', { name: '' }, ['body', 'name']],
      ['a number for a name', { name: 5 }, ['body', 'name']],
      ['null for a name', { name: null }, ['body', 'name']],
      ['a NUL in the name', { name: 'a\0b' }, ['body', 'name']],
      ['a lone surrogate', { name: '\ud800' }, ['body', 'name']],
      ['a name of more than 1,024 bytes', { name: '東'.repeat(342) }, ['body', 'name']],
      ['a list for a description', { name: 'a', description: [] }, ['body', 'description']],
      ['a list for a body', [], ['body']],
    ])('refuses %s', async (_, body, loc) => {
      const response = await server.request.post('/v1/projects').send(body).expect(422);
      expect(response.body.detail[0].loc).toEqual(loc);
      expect(await names('')).toEqual(['default']);
    });

    it('refuses broken JSON', async () => {
      const response = await server.request
        .post('/v1/projects')
        .type('json')
        .send('{"name":')
        .expect(422);
      expect(response.body.detail[0].loc[0]).toBe('body');
    });

    it('refuses JSON with absurdly many levels', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const { body } = await server.request
        .post('/v1/projects')
        .type('json')
        .send(`{"name":${deep}}`)
        .expect(422);
      expect(body.detail[0].loc[0]).toBe('body');
    });

    it('accepts the longest name', async () => {
      const name = 'n'.repeat(1024);
      await server.request.post('/v1/projects').send({ name }).expect(200);
      await server.request.get(`/v1/projects/${name}`).expect(200);
    });
  });

  describe('one project', () => {
    it('is found by ID and by case-sensitive name', async () => {
      await server.request.get(`/v1/projects/${gid(1)}`).expect(200);
      await server.request.get('/v1/projects/default').expect(200);
      await server.request.get('/v1/projects/DEFAULT').expect(404);
    });

    it('is never found by a name that looks like an ID', async () => {
      await aProject(server, { name: gid(99999) });
      await server.request.get(`/v1/projects/${gid(99999)}`).expect(404);
    });

    it('is found by a name that is an ID of another type, or an ID with wrong padding', async () => {
      for (const name of [Buffer.from('Trace:1').toString('base64'), 'UHJvamVjdDox=', 'UHJv']) {
        await aProject(server, { name });
        await server.request.get(`/v1/projects/${encodeURIComponent(name)}`).expect(200);
      }
    });

    it.each([
      ['an unknown name', 'fake'],
      ['a NUL', '%00'],
      ['an emoji', '%F0%9F%9A%80'],
      ['an unknown id', gid(99999)],
      ['a negative id', gid(-1)],
      ['a name that is too long', 'a'.repeat(3000)],
    ])('responds with 404 as text to %s', async (_, identifier) => {
      const response = await server.request.get(`/v1/projects/${identifier}`).expect(404);
      expect(response.type).toBe('text/plain');
      expect(response.text).toContain('not found');
    });
  });

  describe('update', () => {
    const put = (identifier: string, body?: object) =>
      server.request.put(`/v1/projects/${identifier}`).send(body);

    it('changes the description and nothing else', async () => {
      const { body } = await put('default', { description: 'mine', name: 'other' }).expect(200);
      expect(body).toEqual({ data: { id: gid(1), name: 'default', description: 'mine' } });
      const stored = await server.request.get('/v1/projects/default').expect(200);
      expect(stored.body).toEqual(body);
    });

    it.each([{}, { description: null }])('changes nothing for %j', async (change) => {
      const { body } = await put('default', change).expect(200);
      expect(body.data.description).toBe('Default project');
    });

    it('validates the body before it looks for the project', async () => {
      await put('fake').expect(422);
      await put('fake').type('json').expect(422);
      await put('fake', { description: 5 }).expect(422);
      await put('fake', {}).expect(404);
    });
  });

  describe('delete', () => {
    const count = async (table: string) => {
      const [row] = await server.sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
      return row?.n;
    };

    it('deletes its sessions, traces, spans and errors, and nothing else', async () => {
      const project = await aProject(server, { name: 'gone' });
      for (let i = 0; i < 3; i++) {
        await aSpan(server, { project_id: project.id, session_id: `s${i}` });
      }
      await server.sql(
        "INSERT INTO ingestion_errors (project_id, reason, message) VALUES ($1, 'r', 'm')",
        [project.id],
      );
      const kept = await aSpan(server, { session_id: 'kept' });
      const response = await server.request.delete('/v1/projects/gone').expect(204);
      expect(response.text).toBe('');
      expect(response.headers['content-type']).toBeUndefined();
      expect(await server.sql('SELECT trace_id FROM spans')).toEqual([{ trace_id: kept.trace_id }]);
      expect([await count('traces'), await count('project_sessions')]).toEqual([1, 1]);
      expect(await count('ingestion_errors')).toBe(0);
      await server.request.delete('/v1/projects/gone').expect(404);
    });

    it('moves a session to the project of its other traces', async () => {
      const gone = await aProject(server);
      const other = await aProject(server);
      await aSession(server, { session_id: 'both', project_id: gone.id });
      await aTrace(server, { session_id: 'both', project_id: gone.id });
      await aTrace(server, { session_id: 'both', project_id: other.id });
      await server.request.delete(`/v1/projects/${gid(gone.id)}`).expect(204);
      expect(await server.sql('SELECT project_id FROM project_sessions')).toEqual([
        { project_id: other.id },
      ]);
    });

    it('gives the next project with the name a different ID', async () => {
      const { id } = await aProject(server, { name: 'again' });
      await server.request.delete('/v1/projects/again').expect(204);
      const { body } = await server.request.post('/v1/projects').send({ name: 'again' });
      expect(body.data.id).not.toBe(gid(id));
    });

    it.each(['default', gid(1)])('protects the default project named by %s', async (identifier) => {
      const response = await server.request.delete(`/v1/projects/${identifier}`).expect(403);
      expect(response.text).toContain('cannot be deleted');
      await server.request.get('/v1/projects/default').expect(200);
    });
  });
});
