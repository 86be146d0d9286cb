import { type AnnotationColumns, aTargetToAnnotate } from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** The listed rows, the field of their list in the schema, and the table that stores them. */
const LISTS = [
  { kind: 'span', list: 'spans', key: 'evalResultKey', type: 'Span', stored: 'spans' },
  { kind: 'trace', list: 'traces', key: 'annoResultKey', type: 'Trace', stored: 'traces' },
  {
    kind: 'session',
    list: 'sessions',
    key: 'annoResultKey',
    type: 'ProjectSession',
    stored: 'project_sessions',
  },
] as const;

interface Page {
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe.each(LISTS)('$list sorted by an annotation', ({ kind, list, key, type, stored }) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const ask = (projectId: number, args: string, sort: object | null) =>
    server.gql<{ node: Record<string, Page> }>(
      `query ($id: ID!, $sort: ${SORT_TYPES[list]}) { node(id: $id) { ... on Project {
         ${list}(${args}, sort: $sort) {
           edges { cursor node { id } } pageInfo { hasNextPage endCursor } } } } }`,
      { id: globalId('Project', projectId), sort },
    );
  const read = async (projectId: number, args: string, sort: object): Promise<Page> => {
    const { data, errors } = await ask(projectId, args, sort);
    expect(errors).toBeUndefined();
    return data!.node[list]!;
  };
  const by = (attr: 'score' | 'label', dir: 'asc' | 'desc', name = 'quality') => ({
    [key]: { name, attr },
    dir,
  });

  /** Stores a row for each entry, with these annotations. Returns their global IDs. */
  const someRows = async (...rows: AnnotationColumns[][]) => {
    const { id: projectId } = await aProject(server);
    const ids: string[] = [];
    for (const annotations of rows) {
      const row = await aTargetToAnnotate(server, kind, { project_id: projectId });
      for (const given of annotations) await row.annotate(given);
      ids.push(globalId(type, row.id));
    }
    return { projectId, ids };
  };
  /** Reads all pages. Returns the positions of the rows. */
  const walk = async (
    { projectId, ids }: { projectId: number; ids: string[] },
    sort: object,
    first = 2,
  ): Promise<number[]> => {
    const found: number[] = [];
    for (let after = ''; ;) {
      const { edges, pageInfo } = await read(projectId, `first: ${first}${after}`, sort);
      found.push(...edges.map(({ node }) => ids.indexOf(node.id)));
      if (!pageInfo.hasNextPage) return found;
      after = `, after: "${pageInfo.endCursor}"`;
    }
  };

  it('come in the order of its scores, and those without a score last', async () => {
    const rows = await someRows(
      [{ score: 0.5 }],
      [{ label: 'no score' }],
      [{ score: -1e308 }],
      [{ score: 0.1 + 0.2 }],
      [{ score: 0.3 }],
    );
    for (const first of [1, 2, 3, 100]) {
      expect(await walk(rows, by('score', 'asc'), first)).toEqual([2, 4, 3, 0, 1]);
      expect(await walk(rows, by('score', 'desc'), first)).toEqual([0, 3, 4, 2, 1]);
    }
  });

  it('come in the order of its labels', async () => {
    const rows = await someRows(
      [{ label: 'good' }],
      [{ label: "bad'; DROP TABLE spans; --" }],
      [{ score: 1 }],
      [{ label: 'zürich: 🙂' }],
      [{ label: '' }],
    );
    expect(await walk(rows, by('label', 'asc'), 1)).toEqual([4, 1, 0, 3, 2]);
    expect(await walk(rows, by('label', 'desc'), 1)).toEqual([3, 0, 1, 4, 2]);
  });

  it('are left out without an annotation of that name', async () => {
    const rows = await someRows([{ score: 1 }], [], [{ name: 'tone', score: 2 }]);
    expect(await walk(rows, by('score', 'desc'))).toEqual([0]);
    expect(await walk(rows, by('score', 'desc', 'unheard of'))).toEqual([]);
    expect(await walk(rows, by('score', 'desc', 'Quality'))).toEqual([]);
  });

  it('come once and in the order of their IDs if the values are the same', async () => {
    const rows = await someRows(...Array.from({ length: 5 }, () => [{ score: 1, label: 'good' }]));
    expect(await walk(rows, by('score', 'asc'))).toEqual([0, 1, 2, 3, 4]);
    expect(await walk(rows, by('label', 'desc'))).toEqual([4, 3, 2, 1, 0]);
  });

  it('count once with several annotations, by their mean score or most frequent label', async () => {
    const rows = await someRows(
      [{ score: 1, label: 'good' }],
      [
        { identifier: 'a', score: 0, label: 'bad' },
        { identifier: 'b', score: 1, label: 'good' },
        { identifier: 'c', label: 'bad' },
      ],
      [{ score: 0.4, label: 'fair' }],
      [{ identifier: 'a' }, { identifier: 'b' }],
      [
        { identifier: 'a', score: Number.MAX_VALUE },
        { identifier: 'b', score: Number.MAX_VALUE },
      ],
    );
    expect(await walk(rows, by('score', 'desc'), 1)).toEqual([4, 0, 1, 2, 3]);
    expect(await walk(rows, by('label', 'asc'), 1)).toEqual([1, 2, 0, 3, 4]);
  });

  it('belong to one project', async () => {
    const one = await someRows([{ score: 1 }]);
    const other = await someRows([{ score: 2 }]);
    expect(await walk(one, by('score', 'asc'))).toEqual([0]);
    expect(await walk(other, by('score', 'asc'))).toEqual([0]);
  });

  it('continue if rows or annotations are deleted between pages', async () => {
    const { projectId, ids } = await someRows(...[1, 2, 3, 4, 5].map((score) => [{ score }]));
    const sort = by('score', 'asc');
    const { edges } = await read(projectId, 'first: 2', sort);
    const last = edges[1]!;
    const idOf = (index: number) => Number(atob(ids[index]!).split(':')[1]);
    await server.sql(`DELETE FROM ${stored} WHERE id = $1`, [idOf(1)]);
    await server.sql(`DELETE FROM ${kind}_annotations WHERE target_id = ANY($1)`, [
      [idOf(1), idOf(2)],
    ]);
    const next = await read(projectId, `first: 2, after: "${last.cursor}"`, sort);
    expect(next.edges.map(({ node }) => ids.indexOf(node.id))).toEqual([3, 4]);
    expect(next.pageInfo.hasNextPage).toBe(false);
  });

  it.each(['\0', '\uD800', "'", '"; --', '%', 'x'.repeat(100_000), ''])(
    'are none for the name %#',
    async (name) => {
      const rows = await someRows([{ score: 1 }]);
      expect(await walk(rows, by('score', 'asc', name))).toEqual([]);
    },
  );

  it('need exactly one of a column and an annotation', async () => {
    const { id } = await aProject(server);
    const annotation = { name: 'quality', attr: 'score' };
    for (const sort of [
      { dir: 'asc' },
      { col: 'startTime', [key]: annotation, dir: 'asc' },
      { col: null, [key]: null, dir: 'asc' },
    ]) {
      const { errors } = await ask(id, 'first: 1', sort);
      expect(errors?.[0]).toMatchObject({
        message: `The sort requires exactly one of \`col\` and \`${key}\`.`,
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
    const { errors } = await ask(id, 'first: 1', { col: null, [key]: annotation, dir: 'asc' });
    expect(errors).toBeUndefined();
  });

  it.each([
    { name: 'quality', attr: 'explanation' },
    { name: 'quality' },
    { attr: 'score' },
    { name: null, attr: 'score' },
    { name: 7, attr: 'score' },
    { name: 'quality', attr: 'score', other: 1 },
  ])('refuse the key %j', async (annotation) => {
    const { id } = await aProject(server);
    const { errors } = await ask(id, 'first: 1', { [key]: annotation, dir: 'asc' });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each(['nonsense', btoa('1'), btoa('1:INT:1'), btoa('1:DATETIME:2026-01-01T00:00:00Z')])(
    'refuse the cursor %s',
    async (cursor) => {
      const rows = await someRows([{ score: 1, label: 'good' }]);
      for (const attr of ['score', 'label'] as const) {
        const args = `first: 1, after: "${cursor}"`;
        const { errors } = await ask(rows.projectId, args, by(attr, 'asc'));
        expect(errors?.[0]?.message).toMatch(/^Invalid cursor/);
      }
    },
  );

  it('take as many statements for a page of 100 as for a page of 2', async () => {
    const rows = await someRows(...Array.from({ length: 20 }, (_, score) => [{ score }]));
    const count = async (first: number) => {
      const { statements } = await server.countQueries(() =>
        read(rows.projectId, `first: ${first}`, by('score', 'desc')),
      );
      return statements.length;
    };
    expect(await count(100)).toBe(await count(2));
  });
});

/** The types of sorts. */
const SORT_TYPES: Record<string, string> = {
  spans: 'SpanSort',
  traces: 'TraceSort',
  sessions: 'ProjectSessionSort',
};
