import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

interface Item {
  id: string;
  session_id: string;
}

describe('sessions over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const ids = async (path: string): Promise<string[]> => {
    const { body } = await server.request.get(path).expect(200);
    return body.data.map((session: Item) => session.session_id);
  };

  /** Reads a whole list by its cursors, two rows at a time. */
  const allPages = async (path: string): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor = ''; ;) {
      const { body } = await server.request.get(path).query({ limit: 2, cursor }).expect(200);
      pages.push(body.data.map((session: Item) => session.session_id));
      if (body.next_cursor === null) return pages;
      cursor = body.next_cursor;
    }
  };

  describe('GET /v1/sessions/{id}', () => {
    it('shows the session with its traces by start time and both triples of token counts', async () => {
      const project = await aProject(server);
      const late = await aTrace(server, {
        project_id: project.id,
        session_id: 'chat-42',
        start_time: at(9),
        end_time: at(10),
        prompt_tokens: 7,
        completion_tokens: 20,
      });
      const early = await aTrace(server, {
        project_id: project.id,
        session_id: 'chat-42',
        start_time: '2026-03-01T10:00:00.000001+00:00',
        end_time: at(1),
        prompt_tokens: 3,
      });
      const [row] = await server.sql<{ id: number }>('SELECT id FROM project_sessions');
      const id = globalId('ProjectSession', row!.id);
      const { body } = await server.request.get('/v1/sessions/chat-42').expect(200);
      expect(body).toEqual({
        data: {
          id,
          session_id: 'chat-42',
          project_id: globalId('Project', project.id),
          start_time: '2026-03-01T10:00:00.000001+00:00',
          end_time: '2026-03-01T10:10:00+00:00',
          traces: [
            {
              id: globalId('Trace', early.id),
              trace_id: early.trace_id,
              start_time: '2026-03-01T10:00:00.000001+00:00',
              end_time: '2026-03-01T10:01:00+00:00',
            },
            {
              id: globalId('Trace', late.id),
              trace_id: late.trace_id,
              start_time: '2026-03-01T10:09:00+00:00',
              end_time: '2026-03-01T10:10:00+00:00',
            },
          ],
          token_count_prompt: 10,
          token_count_completion: 20,
          token_count_total: 30,
          cumulative_token_count_prompt: 10,
          cumulative_token_count_completion: 20,
          cumulative_token_count_total: 30,
        },
      });
      const byId = await server.request.get(`/v1/sessions/${encodeURIComponent(id)}`).expect(200);
      expect(byId.body).toEqual(body);
    });

    it('shows a session without traces', async () => {
      await aSession(server, { session_id: 'empty' });
      const { body } = await server.request.get('/v1/sessions/empty').expect(200);
      expect(body.data).toMatchObject({ traces: [], token_count_total: 0 });
    });

    it.each(['0', 'True', "['a', 'b']", '東京 (テスト)', 'a+b&c=d', 'UHJvamVjdDox'])(
      'finds the session ID %s',
      async (sessionId) => {
        await aSession(server, { session_id: sessionId });
        const path = `/v1/sessions/${encodeURIComponent(sessionId)}`;
        const { body } = await server.request.get(path).expect(200);
        expect(body.data.session_id).toBe(sessionId);
      },
    );

    it('finds only sessions of the named project', async () => {
      const project = await aProject(server, { name: 'mine' });
      await aSession(server, { session_id: 's', project_id: project.id });
      for (const named of ['mine', encodeURIComponent(globalId('Project', project.id))]) {
        await server.request.get(`/v1/sessions/s?project_identifier=${named}`).expect(200);
      }
      await server.request.get('/v1/sessions/s?project_identifier=default').expect(404);
      await server.request.get('/v1/sessions/s?project_identifier=nope').expect(404);
      await server.request.delete('/v1/sessions/s?project_identifier=default').expect(404);
      await server.request.get('/v1/sessions/s').expect(200);
      await server.request.get('/v1/sessions/s?project_identifier=').expect(200);
    });

    it.each(['fake', '%00', encodeURIComponent(globalId('ProjectSession', 99999))])(
      'responds with 404 as text to %s',
      async (identifier) => {
        const response = await server.request.get(`/v1/sessions/${identifier}`).expect(404);
        expect(response.type).toBe('text/plain');
        await server.request.delete(`/v1/sessions/${identifier}`).expect(404);
      },
    );
  });

  describe('GET /v1/projects/{p}/sessions', () => {
    it('lists the sessions that began in the project by ID, oldest first', async () => {
      const project = await aProject(server, { name: 'p' });
      for (const [name, minute] of [
        ['c', 3],
        ['a', 1],
        ['b', 2],
      ] as const) {
        await aSession(server, {
          session_id: name,
          project_id: project.id,
          start_time: at(minute),
        });
      }
      await aSession(server, { session_id: 'elsewhere' });
      expect(await allPages('/v1/projects/p/sessions')).toEqual([['c', 'a'], ['b']]);
      expect(await ids('/v1/projects/p/sessions?order=desc')).toEqual(['b', 'a', 'c']);
      const path = `/v1/projects/${encodeURIComponent(globalId('Project', project.id))}/sessions`;
      expect(await ids(path)).toEqual(['c', 'a', 'b']);
    });

    it('returns empty pages and errors', async () => {
      const path = '/v1/projects/default/sessions';
      const { body } = await server.request.get(path).expect(200);
      expect(body).toEqual({ data: [], next_cursor: null });
      await server.request.get('/v1/projects/fake/sessions').expect(404);
      const bad = await server.request.get(`${path}?cursor=nonsense`).expect(422);
      expect(bad.text).toContain('Invalid cursor format');
      for (const query of ['limit=0', 'limit=x', 'order=up', 'order=']) {
        const { body: refusal } = await server.request.get(`${path}?${query}`).expect(422);
        expect(refusal.detail[0].loc[0]).toBe('query');
      }
    });

    it('needs no more queries for ten sessions than for one', async () => {
      const project = await aProject(server, { name: 'p' });
      const statementsOf = async () => {
        const counted = await server.countQueries(() =>
          server.request.get('/v1/projects/p/sessions').expect(200),
        );
        return counted.statements.length;
      };
      await aTrace(server, { project_id: project.id, session_id: 's0' });
      const one = await statementsOf();
      for (let i = 1; i < 10; i++) {
        await aTrace(server, { project_id: project.id, session_id: `s${i}` });
      }
      expect(await statementsOf()).toBe(one);
    });
  });

  describe('GET /v1/sessions', () => {
    beforeEach(async () => {
      const one = await aProject(server, { name: 'one' });
      const two = await aProject(server, { name: 'two' });
      const times = { b: [2, 9], d: [4, 5], a: [1, 8], c: [4, 7] };
      for (const [name, [start, end]] of Object.entries(times)) {
        await aSession(server, {
          session_id: name,
          project_id: name < 'c' ? one.id : two.id,
          start_time: at(start!),
          end_time: at(end!),
        });
      }
    });

    it('lists sessions of all projects, latest start first', async () => {
      expect(await ids('/v1/sessions')).toEqual(['c', 'd', 'b', 'a']);
    });

    it.each([
      ['sort=start_time&order=asc', ['a', 'b', 'd', 'c']],
      ['sort=end_time', ['b', 'a', 'c', 'd']],
      ['sort=end_time&order=asc', ['d', 'c', 'a', 'b']],
      ['project_identifier=two', ['c', 'd']],
      ['project_identifier=one&sort=end_time&order=asc', ['a', 'b']],
      ['project_identifier=default', []],
      ['project_identifier=', ['c', 'd', 'b', 'a']],
    ])('lists in order of %s, also page by page', async (query, expected) => {
      expect(await ids(`/v1/sessions?${query}`)).toEqual(expected);
      expect((await allPages(`/v1/sessions?${query}`)).flat()).toEqual(expected);
    });

    it('continues by ID if the row of the cursor was deleted', async () => {
      const first = await server.request.get('/v1/sessions?limit=2').expect(200);
      await server.sql("DELETE FROM project_sessions WHERE session_id = 'b'");
      const cursor = encodeURIComponent(first.body.next_cursor);
      await server.request.get(`/v1/sessions?cursor=${cursor}`).expect(200);
    });

    it('refuses unknown values', async () => {
      await server.request.get('/v1/sessions?project_identifier=nope').expect(404);
      await server.request.get('/v1/sessions?cursor=nonsense').expect(422);
      for (const query of ['sort=id', 'order=down', 'limit=0']) {
        const { body } = await server.request.get(`/v1/sessions?${query}`).expect(422);
        expect(body.detail[0].loc[0]).toBe('query');
      }
    });
  });
});
