import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const gid = (id: number | string, type = 'Project') =>
  Buffer.from(`${type}:${id}`).toString('base64');

interface Connection {
  edges: { cursor: string; node: { id: string; name: string } }[];
  pageInfo: Record<'hasNextPage' | 'hasPreviousPage', boolean> &
    Record<'startCursor' | 'endCursor', string | null>;
}

describe('projects over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const list = async (args: string): Promise<Connection> => {
    const { data, errors } = await server.gql<{ projects: Connection }>(
      `{ projects${args} { edges { cursor node { id name } }
           pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    );
    expect(errors).toBeUndefined();
    return data!.projects;
  };
  const names = async (args: string) => (await list(args)).edges.map((edge) => edge.node.name);

  const refusal = async (query: string, variables?: Record<string, unknown>) => {
    const { errors } = await server.gql(query, variables);
    return { message: errors?.[0]?.message, code: errors?.[0]?.extensions.code };
  };

  describe('projects', () => {
    beforeEach(async () => {
      for (const name of ['Beta', 'alpha', 'Gamma']) {
        await aProject(server, { name, name_folded: name.toLowerCase() });
      }
    });

    it('are listed oldest first, or sorted by name ignoring case', async () => {
      expect(await names('')).toEqual(['default', 'Beta', 'alpha', 'Gamma']);
      const byName = ['alpha', 'Beta', 'default', 'Gamma'];
      expect(await names('(sort: { col: name, dir: asc })')).toEqual(byName);
      expect(await names('(sort: { col: name, dir: desc })')).toEqual(byName.toReversed());
    });

    it('are sorted by the start of their last trace, with those without traces last in both directions', async () => {
      const [beta, gamma] = await server.sql<{ id: number }>(
        "SELECT id FROM projects WHERE name IN ('Beta', 'Gamma') ORDER BY id",
      );
      await aTrace(server, { project_id: gamma!.id, start_time: '2026-01-02T00:00:00Z' });
      await aTrace(server, { project_id: beta!.id, start_time: '2026-01-01T00:00:00Z' });
      await aTrace(server, { project_id: beta!.id, start_time: '2026-01-03T00:00:00Z' });
      const ascending = await names('(sort: { col: endTime, dir: asc })');
      expect(ascending).toEqual(['Gamma', 'Beta', 'default', 'alpha']);
      const descending = await names('(sort: { col: endTime, dir: desc })');
      expect(descending).toEqual(['Beta', 'Gamma', 'alpha', 'default']);
    });

    it('are filtered by a literal part of the name, ignoring case', async () => {
      await aProject(server, { name: '100%', name_folded: '100%' });
      expect(await names('(filter: { col: name, value: "AM" })')).toEqual(['Gamma']);
      expect(await names('(filter: { col: name, value: "%" })')).toEqual(['100%']);
      expect(await names(String.raw`(filter: { col: name, value: "\u0000" })`)).toEqual([]);
    });

    it('are paged forward by opaque cursors', async () => {
      const first = await list('(first: 3)');
      expect(first.pageInfo).toEqual({
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: Buffer.from('connection:0').toString('base64'),
        endCursor: Buffer.from('connection:2').toString('base64'),
      });
      const second = await list(`(first: 3, after: "${first.pageInfo.endCursor}")`);
      expect(second.edges.map((edge) => edge.node.name)).toEqual(['Gamma']);
      expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const beyond = await list(`(after: "${second.pageInfo.endCursor}")`);
      expect(beyond.edges).toEqual([]);
    });

    it('are paged backward', async () => {
      const last = await list('(last: 2)');
      expect(last.edges.map((edge) => edge.node.name)).toEqual(['alpha', 'Gamma']);
      expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const before = `before: "${last.pageInfo.startCursor}"`;
      expect(await names(`(last: 1, ${before})`)).toEqual(['Beta']);
      expect(await names(`(${before})`)).toEqual(['default', 'Beta']);
      expect(await names('(first: 3, last: 1)')).toEqual(['alpha']);
    });

    it.each(['first: -1', 'last: -1', 'after: "x"', 'before: "Y29ubmVjdGlvbjotMQ=="'])(
      'refuse %s',
      async (args) => {
        const { code } = await refusal(`{ projects(${args}) { edges { cursor } } }`);
        expect(code).toBe('BAD_USER_INPUT');
      },
    );

    it('are counted', async () => {
      const { data } = await server.gql('{ projectCount }');
      expect(data).toEqual({ projectCount: 4 });
    });
  });

  describe('one project', () => {
    it('is found by case-sensitive name and by ID', async () => {
      const { data } = await server.gql(
        `{ found: getProjectByName(name: "default") { id }
           missing: getProjectByName(name: "Default") { id }
           hostile: getProjectByName(name: "\\u0000") { id }
           node(id: "${gid(1)}") { __typename id ... on Project { name description } } }`,
      );
      expect(data).toEqual({
        found: { id: gid(1) },
        missing: null,
        hostile: null,
        node: {
          __typename: 'Project',
          id: gid(1),
          name: 'default',
          description: 'Default project',
        },
      });
    });

    it('is not found by an unknown ID', async () => {
      for (const id of [gid(99999), gid(1, 'Nothing'), 'nonsense', '']) {
        expect(await refusal(`{ node(id: "${id}") { id } }`)).toMatchObject({ code: 'NOT_FOUND' });
      }
    });

    it('is not looked up by an ID without a row number', async () => {
      for (const row of ['abc', '', '1.5']) {
        expect(await refusal(`{ node(id: "${gid(row)}") { id } }`)).toMatchObject({
          code: 'BAD_USER_INPUT',
        });
      }
    });
  });

  describe('createProject', () => {
    const CREATE = `mutation ($input: CreateProjectInput!) {
      createProject(input: $input) {
        project { name description gradientStartColor gradientEndColor } query { projectCount } } }`;

    it('trims the name and returns the new project', async () => {
      const input = { name: '  my app\n', gradientStartColor: '#ABCDEF' };
      const { data } = await server.gql(CREATE, { input });
      expect(data).toEqual({
        createProject: {
          project: {
            name: 'my app',
            description: null,
            gradientStartColor: '#ABCDEF',
            gradientEndColor: '#1c76fc',
          },
          query: { projectCount: 2 },
        },
      });
    });

    it.each([
      [{ name: ' \t ' }, 'BAD_USER_INPUT'],
      [{ name: 'a\0' }, 'BAD_USER_INPUT'],
      [{ name: 'x'.repeat(1025) }, 'BAD_USER_INPUT'],
      [{ name: 'a', gradientEndColor: 'url(x)' }, 'BAD_USER_INPUT'],
      [{ name: ' default ' }, 'CONFLICT'],
    ])('refuses %#', async (input, code) => {
      expect(await refusal(CREATE, { input })).toMatchObject({ code });
    });
  });

  describe('patchProject', () => {
    const PATCH = `mutation ($input: PatchProjectInput!) {
      patchProject(input: $input) { project { description gradientEndColor updatedAt } } }`;

    it('changes the given fields and keeps the rest', async () => {
      const input = { id: gid(1), description: 'new', gradientEndColor: null };
      const { data } = await server.gql<{
        patchProject: { project: { description: string; updatedAt: string } };
      }>(PATCH, { input });
      const [row] = await server.sql<{ created_at: string; description: string }>(
        'SELECT created_at, description FROM projects',
      );
      expect(row?.description).toBe('new');
      expect(data?.patchProject.project).toMatchObject({
        description: 'new',
        gradientEndColor: '#1c76fc',
      });
      expect(data!.patchProject.project.updatedAt > row!.created_at).toBe(true);
    });

    it.each([
      [gid(99999), 'NOT_FOUND'],
      ['default', 'BAD_USER_INPUT'],
      [Buffer.from('Trace:1').toString('base64'), 'BAD_USER_INPUT'],
    ])('refuses the ID %s', async (id, code) => {
      expect(await refusal(PATCH, { input: { id } })).toMatchObject({ code });
    });
  });

  describe('deleteProject', () => {
    const DELETE = 'mutation ($id: ID!) { deleteProject(id: $id) { projectCount } }';

    it('deletes a project with its spans', async () => {
      const { project_id: id } = await aSpan(server, { session_id: 's' });
      const { data } = await server.gql(DELETE, { id: gid(id) });
      expect(data).toEqual({ deleteProject: { projectCount: 1 } });
      expect(await server.sql('SELECT id FROM spans')).toEqual([]);
    });

    it('protects the default project and says so', async () => {
      const { message, code } = await refusal(DELETE, { id: gid(1) });
      expect(message).toContain('cannot be deleted');
      expect(code).toBe('FORBIDDEN');
    });
  });

  describe('clearProject', () => {
    const CLEAR =
      'mutation ($input: ClearProjectInput!) { clearProject(input: $input) { projectCount } }';
    const sessions = () =>
      server.sql('SELECT session_id, start_time FROM project_sessions ORDER BY session_id');

    it('deletes older traces and empty sessions, and keeps the other traces and sessions', async () => {
      const { id } = await aProject(server);
      const old = { project_id: id, start_time: '2026-01-01T00:00:00+00:00' };
      const late = { project_id: id, start_time: '2026-01-02T00:00:00+00:00' };
      await aSpan(server, { ...old, session_id: 'empty' });
      await aSpan(server, { ...old, session_id: 'shrinks' });
      const kept = await aSpan(server, { ...late, session_id: 'shrinks' });
      const foreign = await aSpan(server, { start_time: old.start_time });
      const { errors } = await server.gql(CLEAR, {
        input: { id: gid(id), endTime: late.start_time },
      });
      expect(errors).toBeUndefined();
      expect(await server.sql('SELECT span_id FROM spans ORDER BY id')).toEqual([
        { span_id: kept.span_id },
        { span_id: foreign.span_id },
      ]);
      expect(await sessions()).toEqual([{ session_id: 'shrinks', start_time: late.start_time }]);
    });

    it('deletes everything if no time is given, even in several batches', async () => {
      await server.sql(
        `WITH t AS (INSERT INTO traces (trace_id, project_id, start_time, end_time)
           SELECT 't' || i, 1, now(), now() FROM generate_series(1, 2500) i RETURNING trace_id)
         INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                            start_time, end_time, attributes)
         SELECT trace_id, 's', 1, 'n', 'LLM', 'OK', '', now(), now(), '{}' FROM t`,
      );
      await server.gql(CLEAR, { input: { id: gid(1) } });
      expect(await server.sql('SELECT id FROM traces UNION ALL SELECT id FROM spans')).toEqual([]);
      expect(await names('')).toEqual(['default']);
    });

    it('refuses unknown projects and invalid times', async () => {
      expect(await refusal(CLEAR, { input: { id: gid(99999) } })).toMatchObject({
        code: 'NOT_FOUND',
      });
      const input = { id: gid(1), endTime: 'yesterday' };
      expect(await refusal(CLEAR, { input })).toMatchObject({ code: 'BAD_USER_INPUT' });
    });
  });
});
