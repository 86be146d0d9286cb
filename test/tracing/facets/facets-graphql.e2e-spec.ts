import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { eventually } from '../../support/eventually.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

interface FacetValue {
  value: string;
  count: number;
  condition: string;
}

interface Facets {
  rowCount: number;
  startTime: string | null;
  kinds: FacetValue[];
  statuses: FacetValue[];
  models: FacetValue[];
  users: FacetValue[];
  tags: FacetValue[];
  metadata: { key: string; values: FacetValue[] }[];
}

type Rows = 'SPANS' | 'TRACES' | 'SESSIONS';

const DAY = Date.UTC(2026, 2, 10);
const TRACES = 24;
const VALUES = '{ value count condition }';
const FIELDS = `rowCount startTime kinds ${VALUES} statuses ${VALUES} models ${VALUES}
  users ${VALUES} tags ${VALUES} metadata { key values ${VALUES} }`;

/** Two spans of a trace; three traces form a session. */
function spansOf(index: number) {
  const trace = `trace-${index}`;
  const common = (kind: string, at: number) => ({
    context: { trace_id: trace, span_id: `${trace}-${at}` },
    span_kind: kind,
    start_time: new Date(DAY + index * 60_000 + at).toISOString(),
    end_time: new Date(DAY + index * 60_000 + 1_000).toISOString(),
  });
  return [
    {
      ...common('AGENT', 0),
      name: 'agent',
      status_code: 'OK',
      attributes: {
        'session.id': `chat ${Math.floor(index / 3)}`,
        'user.id': index % 4 === 0 ? "O'Hara" : `user ${index % 4}`,
        tag: { tags: index % 2 ? ['beta', 'größe'] : ['beta'] },
        metadata: {
          env: index % 3 ? 'prod' : 'dev "1"',
          attempt: index % 2,
          ...(index < 6 && { is_test: true, region: { name: 'eu\\1' } }),
        },
      },
    },
    {
      ...common('LLM', 1),
      name: 'answer',
      parent_id: `${trace}-0`,
      status_code: index % 6 === 0 ? 'ERROR' : 'OK',
      attributes: {
        llm: { model_name: index % 5 ? 'gpt-5' : 'haiku' },
        input: { value: 'refund' },
      },
    },
  ];
}

describe('the facets of a project', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    await server.request.post('/v1/projects').send({ name: 'shop' }).expect(200);
    const data = Array.from({ length: TRACES }, (_, index) => spansOf(index)).flat();
    await server.request.post('/v1/projects/shop/spans').send({ data }).expect(202);
    const { body } = await server.request.get('/v1/projects/shop');
    id = body.data.id;
  });
  afterAll(() => server.stop());

  async function ask(rows: Rows, args = '', project = id) {
    return server.gql<{ node: { facets: Facets | null } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         facets(searchedRows: ${rows} ${args}) { ${FIELDS} } } } }`,
      { id: project },
    );
  }

  /** A busy machine may need longer for a count than it may take. */
  async function read(rows: Rows, args = '', project = id): Promise<Facets> {
    return eventually('the facets', async () => {
      const { data, errors } = await ask(rows, args, project);
      expect(errors).toBeUndefined();
      return data!.node.facets;
    });
  }

  const counts = (values: FacetValue[]) => values.map(({ value, count }) => [value, count]);
  const allValues = ({ metadata, rowCount: _count, startTime: _start, ...others }: Facets) =>
    [...Object.values(others), ...metadata.map(({ values }) => values)].flat();

  it('count the values of spans, most frequent first', async () => {
    const facets = await read('SPANS');
    expect(facets).toMatchObject({ rowCount: 48, startTime: null });
    expect(counts(facets.kinds)).toEqual([
      ['AGENT', 24],
      ['LLM', 24],
    ]);
    expect(counts(facets.statuses)).toEqual([
      ['OK', 44],
      ['ERROR', 4],
    ]);
    expect(counts(facets.models)).toEqual([
      ['gpt-5', 19],
      ['haiku', 5],
    ]);
    expect(counts(facets.users)).toContainEqual(["O'Hara", 6]);
    expect(counts(facets.tags)).toEqual([
      ['beta', 24],
      ['größe', 12],
    ]);
    expect(facets.metadata.map(({ key, values }) => [key, counts(values)])).toEqual([
      [
        'attempt',
        [
          ['0', 12],
          ['1', 12],
        ],
      ],
      [
        'env',
        [
          ['prod', 16],
          ['dev "1"', 8],
        ],
      ],
      ['is_test', [['true', 6]]],
      ['region.name', [['eu\\1', 6]]],
    ]);
  });

  it('count traces and sessions by their spans, and by the attributes of the root', async () => {
    const traces = await read('TRACES');
    expect(traces.rowCount).toBe(24);
    expect(counts(traces.kinds)).toEqual([
      ['AGENT', 24],
      ['LLM', 24],
    ]);
    expect(counts(traces.statuses)).toEqual([
      ['OK', 20],
      ['ERROR', 4],
    ]);
    expect(counts(traces.models)).toEqual([
      ['gpt-5', 19],
      ['haiku', 5],
    ]);
    const sessions = await read('SESSIONS');
    expect(sessions.rowCount).toBe(8);
    expect(counts(sessions.statuses)).toEqual([
      ['ERROR', 4],
      ['OK', 4],
    ]);
    expect(counts(sessions.models)).toEqual([
      ['gpt-5', 8],
      ['haiku', 5],
    ]);
    expect(counts(sessions.tags)).toEqual([
      ['beta', 8],
      ['größe', 4],
    ]);
  });

  it.each([
    ['SPANS', 'spans', 'filterCondition'],
    ['TRACES', 'traces', 'traceFilterCondition'],
    ['SESSIONS', 'sessions', 'sessionFilterCondition'],
  ] as const)('come with conditions that select what was counted: %s', async (rows, list, name) => {
    const values = allValues(await read(rows));
    expect(values.length).toBeGreaterThan(12);
    const lists = values.map(
      ({ condition }, at) =>
        `l${at}: ${list}(first: 100, ${name}: ${JSON.stringify(condition)}) { edges { node { id } } }`,
    );
    const { data, errors } = await server.gql<{ node: Record<string, { edges: unknown[] }> }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { ${lists.join('\n')} } } }`,
      { id },
    );
    expect(errors).toBeUndefined();
    expect(
      values.map((value, at) => [value.condition, data!.node[`l${at}`]!.edges.length]),
    ).toEqual(values.map(({ condition, count }) => [condition, count]));
  });

  it('follow the range, the conditions and the search', async () => {
    const range = `timeRange: {start: "${new Date(DAY + 6 * 60_000).toISOString()}",
      end: "${new Date(DAY + 12 * 60_000).toISOString()}"}`;
    expect((await read('SPANS', range)).rowCount).toBe(12);
    expect((await read('TRACES', range)).rowCount).toBe(6);
    const user = await read('SPANS', `${range}, filterCondition: "user.id == 'user 1'"`);
    expect(counts(user.users)).toEqual([['user 1', 1]]);
    const failed = await read('TRACES', 'traceFilterCondition: "error_count > 0"');
    expect(counts(failed.statuses)).toEqual([['ERROR', 4]]);
    const dev = await read('SESSIONS', `sessionFilterCondition: "metadata['attempt'] == 1"`);
    expect(dev.rowCount).toBe(4);
    expect(counts((await read('SPANS', 'search: "refund"')).kinds)).toEqual([['LLM', 24]]);
    const found = await read('TRACES', 'search: "größe"');
    expect(counts(found.tags)).toEqual([
      ['beta', 12],
      ['größe', 12],
    ]);
    expect((await read('SPANS', 'filterCondition: "latency_ms > 1e9"')).rowCount).toBe(0);
  });

  it('return as many values and keys as requested', async () => {
    const { kinds, metadata } = await read('SPANS', 'first: 1');
    expect(counts(kinds)).toEqual([['AGENT', 24]]);
    expect(metadata.map(({ key, values }) => [key, counts(values)])).toEqual([
      ['attempt', [['0', 12]]],
    ]);
    for (const first of [0, 101, -1]) {
      const { errors } = await ask('SPANS', `first: ${first}`);
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('tell since when the newest rows were counted', async () => {
    const project = (await aProject(server)).id;
    await server.sql(
      `INSERT INTO project_sessions (session_id, project_id, start_time, end_time)
       SELECT 'many ' || n, $1, time, time FROM generate_series(0, 599) n,
              LATERAL (SELECT timestamptz '2026-03-10T00:00:00Z' + n * interval '1 minute' AS time) t`,
      [project],
    );
    const facets = await read('SESSIONS', '', globalId('Project', project));
    expect(facets).toMatchObject({ rowCount: 500, startTime: '2026-03-10T01:40:00+00:00' });
    expect(counts(facets.statuses)).toEqual([['OK', 500]]);
    // As many as can be counted are all of them.
    const later = await read(
      'SESSIONS',
      'timeRange: { start: "2026-03-10T01:40:00Z" }',
      globalId('Project', project),
    );
    expect(later).toMatchObject({ rowCount: 500, startTime: null });
  });

  it('are empty without rows', async () => {
    const project = globalId('Project', (await aProject(server)).id);
    for (const rows of ['SPANS', 'TRACES', 'SESSIONS'] as const) {
      const facets = await read(rows, '', project);
      expect(facets).toMatchObject({ rowCount: 0, startTime: null, metadata: [] });
      expect(allValues(facets)).toEqual([]);
    }
  });

  it('leave out other projects', async () => {
    const project = (await aProject(server)).id;
    await aSession(server, { project_id: project });
    expect((await read('SESSIONS', '', globalId('Project', project))).rowCount).toBe(1);
    expect((await read('SESSIONS')).rowCount).toBe(8);
  });

  it('explain a condition with a mistake', async () => {
    const { errors } = await ask('SPANS', 'filterCondition: "latency_ms >"');
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    const { errors: unknown } = await ask('TRACES', 'traceFilterCondition: "latenzy_ms > 1"');
    expect(unknown?.[0]?.message).toContain('did you mean `latency_ms`?');
  });
});
