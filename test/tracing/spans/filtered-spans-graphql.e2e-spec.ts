import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { type GraphqlAnswer, startTestServer, type TestServer } from '../../support/server.js';
import { EXAMPLES, sendSpans } from '../conditions/condition-examples.js';
import { FIRST_TRACE } from '../conditions/condition-spans.js';
import { LONG_CONDITIONS } from '../conditions/long-conditions.js';

interface Page {
  edges: { node: { name: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const REFUSED: [condition: string, message: string][] = [
  ["latency_ms > '100'", 'quotes'],
  ["name is 'a'", 'None'],
  ["name in ['a', None]", 'None'],
  ["name in ['a', 1]", 'at character'],
  ["'a' in ['a','b']", 'at character'],
  ["name = 'x'", '=='],
  ['len(name) > 3', 'at character 1'],
  ["name.startswith('a')", 'at character'],
  ["parent_span.name == 'x'", 'parent_span is None'],
  ["start_time > '2024-01-01'", 'offset'],
  ['start_time > 5', 'at character'],
  ["annotations['q'].scores > 1", 'did you mean'],
  ['name', 'at character 1'],
  ['latency_ms ** 2 > 1', 'at character'],
  ['latency_ms > 1e400', 'at character'],
  ...LONG_CONDITIONS,
];

describe('lists of spans that meet a condition', () => {
  let server: TestServer;
  let project: string;

  beforeAll(async () => {
    server = await startTestServer();
    project = globalId('Project', await sendSpans(server, 'conditions'));
    const { id } = await aProject(server, { name: 'foreign' });
    await aSpan(server, { project_id: id, name: 'foreign', kind: 'LLM', status_code: 'ERROR' });
  });
  afterAll(() => server.stop());

  const ask = (
    args: string,
    variables: object,
  ): Promise<GraphqlAnswer<{ node: { spans: Page } }>> =>
    server.gql(
      `query ($id: ID!, $condition: String, $after: String) { node(id: $id) { ... on Project {
         spans(filterCondition: $condition, after: $after, ${args}) {
           edges { node { name } } pageInfo { hasNextPage endCursor } } } } }`,
      { id: project, ...variables },
    );
  async function walk(args: string, condition: string): Promise<string[]> {
    const names: string[] = [];
    for (let after: string | null = null; ;) {
      const { data, errors } = await ask(args, { condition, after });
      expect(errors).toBeUndefined();
      const { edges, pageInfo } = data!.node.spans;
      names.push(...edges.map(({ node }) => node.name));
      if (!pageInfo.hasNextPage) return names;
      after = pageInfo.endCursor;
    }
  }
  const select = async (args: string, condition: string) =>
    (await walk(args, condition)).toSorted();

  it.each(EXAMPLES)('%s', async (condition, names) => {
    expect(await select('first: 100', condition)).toEqual(names);
    expect(await select('first: 2, sort: { col: latencyMs, dir: desc }', condition)).toEqual(names);
    expect(
      await select('first: 2, sort: { col: cumulativeTokenCountTotal, dir: desc }', condition),
    ).toEqual(names);
  });

  it.each([
    'startTime',
    'endTime',
    'tokenCountTotal',
    'cumulativeTokenCountPrompt',
    'cumulativeTokenCountTotal',
  ])('sorted by %s, neither repeat nor lose a row over pages', async (col) => {
    const condition = "cumulative_token_count.total >= 0 and name != 'health'";
    for (const dir of ['asc', 'desc']) {
      const sort = `sort: { col: ${col}, dir: ${dir} }`;
      const whole = await walk(`first: 100, ${sort}`, condition);
      expect(whole.toSorted()).toEqual([
        'Checkout flow',
        'complete',
        'orphan',
        'ping',
        'summarize',
        'tool call',
      ]);
      for (const first of [1, 2, 4]) {
        expect(await walk(`first: ${first}, ${sort}`, condition)).toEqual(whole);
      }
    }
  });

  it('combine a condition with all other filters', async () => {
    const errors = "status_code == 'error'";
    expect(await select('first: 9', errors)).toEqual(['orphan', 'tool call']);
    expect(await select('first: 9, rootSpansOnly: true', errors)).toEqual(['orphan']);
    expect(
      await select('first: 9, rootSpansOnly: true, orphanSpanAsRootSpan: false', errors),
    ).toEqual([]);
    expect(await select('first: 9, filter: { kinds: [tool] }', errors)).toEqual(['tool call']);
    expect(await select('first: 9, timeRange: { start: "2024-06-01T00:00:00Z" }', errors)).toEqual([
      'orphan',
    ]);
    const sort = 'sort: { evalResultKey: { name: "helpful", attr: score }, dir: desc }';
    expect(await walk(`first: 1, ${sort}`, 'cumulative_token_count.total > 0')).toEqual([
      'Checkout flow',
      'complete',
    ]);
    expect(await walk(`first: 1, ${sort}`, 'latency_ms < 2000')).toEqual(['complete']);
    const roots = 'rootSpansOnly: true, sort: { col: cumulativeTokenCountTotal, dir: desc }';
    expect(await walk(`first: 1, ${roots}`, "span_kind == 'agent'")).toEqual(['Checkout flow']);
  });

  it.each([null, '', '  '])('select all spans for the condition %j', async (condition) => {
    const { data } = await ask('first: 100', { condition });
    expect(data!.node.spans.edges).toHaveLength(7);
  });

  it("never read another project's spans", async () => {
    const conditions = ["name == 'foreign'", "status_code == 'ERROR' or name == 'foreign'"];
    expect(await select('first: 9', conditions[0]!)).toEqual([]);
    expect(await select('first: 9', conditions[1]!)).toEqual(['orphan', 'tool call']);
  });

  it.each(
    REFUSED.map(([condition, message]) => ({ start: condition.slice(0, 40), condition, message })),
  )('refuse $start', async ({ condition, message }) => {
    const { data, errors } = await ask('first: 9', { condition });
    expect(data?.node?.spans).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(errors![0]!.extensions.code).toBe('BAD_REQUEST');
    expect(errors![0]!.message).toContain(message);
    expect(errors![0]!.message.length).toBeLessThanOrEqual(300);
  });

  it('are read for a limited time', async () => {
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE spans');
    const list = ask('first: 9', { condition: "name == 'ping'" });
    // Cancels the query, as the database does when the time is up.
    await eventually('list', async () => {
      const { rowCount } = await holder.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await holder.end();
    const { errors } = await list;
    expect(errors?.[0]?.message).toContain('This takes longer than 30 seconds. Request less');
  });

  describe('of traces', () => {
    const read = (condition: string, args = 'first: 100') =>
      server.gql<{ node: { traces: { edges: { node: { traceId: string; spans: Page } }[] } } }>(
        `query ($id: ID!, $condition: String) { node(id: $id) { ... on Project {
           traces(first: 9) { edges { node { traceId spans(${args}, filterCondition: $condition) {
             edges { node { name } } pageInfo { hasNextPage endCursor } } } } } } } }`,
        { id: project, condition },
      );

    it.each(EXAMPLES)('%s', async (condition, names) => {
      const { data, errors } = await read(condition);
      expect(errors).toBeUndefined();
      const found = data!.node.traces.edges.flatMap(({ node }) => node.spans.edges);
      expect(found.map(({ node }) => node.name).toSorted()).toEqual(names);
    });

    it('list the newest stored first, in pages', async () => {
      const query = (after: string | null) =>
        server.gql<{ trace: { spans: Page } }>(
          `query ($trace: String!, $after: String) { trace: getTraceByOtelId(traceId: $trace) {
             spans(first: 1, after: $after, filterCondition: "llm.token_count.total > 0") {
               edges { node { name } } pageInfo { hasNextPage endCursor } } } }`,
          { trace: FIRST_TRACE, after },
        );
      const { data: first } = await query(null);
      const { data: second } = await query(first!.trace.spans.pageInfo.endCursor);
      expect(first!.trace.spans.edges[0]!.node.name).toBe('summarize');
      expect(second!.trace.spans.edges[0]!.node.name).toBe('complete');
      expect(second!.trace.spans.pageInfo.hasNextPage).toBe(false);
    });

    it('are read with one query for all traces', async () => {
      const { statements } = await server.countQueries(() => read("span_kind == 'llm'"));
      expect(statements.filter((sql) => sql.includes('FROM spans s'))).toHaveLength(1);
    });

    it('fail with the position of a mistake, without harm to other fields', async () => {
      const { data, errors } = await server.gql<{ trace: null }>(
        `query ($trace: String!) { trace: getTraceByOtelId(traceId: $trace) {
           spans(first: 1, filterCondition: "name ==") { edges { node { name } } } } }`,
        { trace: FIRST_TRACE },
      );
      expect(data!.trace).toBeNull();
      expect(errors![0]!.message).toContain('at character 8');
    });
  });
});
