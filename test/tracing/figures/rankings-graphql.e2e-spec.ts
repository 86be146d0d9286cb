import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  type ModelSpan,
  type ModelTrace,
  sendSessions,
  TRACES,
} from '../conditions/judged-sessions.js';

const RANGE = { start: '2024-05-02T00:00:00Z', end: '2024-05-08T12:00:00Z' };
const isInRange = (time: number) => time >= Date.parse(RANGE.start) && time < Date.parse(RANGE.end);
const TRACES_IN_RANGE = TRACES.filter(({ start }) => isInRange(start));
const SPANS_IN_RANGE = TRACES.flatMap(({ spans, start }) =>
  spans.filter(({ offset }) => isInRange(start + offset)),
);

const LATENCIES = 'name spanCount errorCount p50 p95 p99 max';
const SUMS = 'prompt { tokens cost } completion { tokens cost } total { tokens cost }';
const USERS = `userId traceCount errorCount costSummary { ${SUMS} }`;
const MODELS = `name kind costSummary { ${SUMS} }`;

const hasFailed = ({ status }: ModelSpan) => status === 'ERROR';
const userOf = ({ spans }: ModelTrace) => spans[0]!.attributes['user.id'] as string | undefined;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function toQuantile(values: number[], probability: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = probability * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place % 1);
}

/** The expected sums of spans. A cost is null if none has a price. */
function toSums(spans: ModelSpan[]) {
  const costs = spans.flatMap((span) => span.costs);
  const sumOf = (side: typeof costs) => {
    const known = side.flatMap(({ cost }) => (cost === null ? [] : [cost]));
    return {
      tokens: sum(side.map(({ tokens }) => tokens)),
      cost: known.length === 0 ? null : sum(known),
    };
  };
  return {
    prompt: sumOf(costs.filter(({ isPrompt }) => isPrompt)),
    completion: sumOf(costs.filter(({ isPrompt }) => !isPrompt)),
    total: sumOf(costs),
  };
}

function rankLatencies(spans: ModelSpan[]) {
  return [...Map.groupBy(spans, ({ name }) => name)]
    .map(([name, own]) => {
      const latencies = own.map(({ latency }) => latency);
      const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((p) => toQuantile(latencies, p)) as [
        number,
        number,
        number,
        number,
      ];
      const errorCount = own.filter(hasFailed).length;
      return { name, spanCount: own.length, errorCount, p50, p95, p99, max };
    })
    .toSorted((one, other) => other.p95 - one.p95)
    .map(({ p50, p95, p99, ...row }) => ({
      ...row,
      p50: expect.closeTo(p50, 3),
      p95: expect.closeTo(p95, 3),
      p99: expect.closeTo(p99, 3),
    }));
}

describe('the rankings of a project', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    id = globalId('Project', await sendSessions(server, 'ranked'));
  });
  afterAll(() => server.stop());

  async function ask(field: string, args: string, fields: string, variables = {}) {
    return server.gql<{ node: { ranking: unknown[] } }>(
      `query ($id: ID!, $range: TimeRange!, $condition: String) {
         node(id: $id) { ... on Project {
           ranking: ${field}(timeRange: $range, filterCondition: $condition${args}) { ${fields} } } } }`,
      { id, range: RANGE, ...variables },
    );
  }

  async function read<T = Record<string, unknown>>(
    field: string,
    fields: string,
    args = '',
    variables = {},
  ): Promise<T[]> {
    const { data, errors } = await ask(field, args, fields, variables);
    expect(errors).toBeUndefined();
    return data!.node.ranking as T[];
  }

  it('orders the names of spans by the 95th percentile of their durations', async () => {
    const expected = rankLatencies(SPANS_IN_RANGE);
    expect(expected.length).toBeGreaterThan(2);
    expect(await read('latencyBySpanName', LATENCIES)).toEqual(expected);
    expect(await read('latencyBySpanName', LATENCIES, ', first: 1')).toEqual(expected.slice(0, 1));
    const condition = "span_kind == 'LLM'";
    expect(await read('latencyBySpanName', LATENCIES, '', { condition })).toEqual(
      rankLatencies(SPANS_IN_RANGE.filter(({ kind }) => kind === 'LLM')),
    );
  });

  it('orders tools by the 95th percentile of their durations', async () => {
    const isTool = ({ kind }: ModelSpan) => kind === 'TOOL';
    expect(await read('latencyByTool', LATENCIES)).toEqual(
      rankLatencies(SPANS_IN_RANGE.filter(isTool)),
    );
  });

  it('call a tool by its own name rather than that of the span', async () => {
    const project = await aProject(server);
    const tool = { project_id: project.id, kind: 'TOOL', name: 'execute' };
    await aSpan(server, { ...tool, attributes: { 'tool.name': 'weather' } });
    await aSpan(server, { ...tool, attributes: { 'tool.name': '' } });
    const rows = await read('latencyByTool', 'name spanCount', '', {
      id: globalId('Project', project.id),
      range: { start: '2000-01-01T00:00:00Z' },
    });
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'execute', spanCount: 1 },
        { name: 'weather', spanCount: 1 },
      ]),
    );
  });

  it('orders users by cost', async () => {
    const known = TRACES_IN_RANGE.filter((trace) => userOf(trace) !== undefined);
    const expected = [...Map.groupBy(known, userOf)]
      .map(([userId, traces]) => ({
        userId,
        traceCount: traces.length,
        errorCount: traces.filter(({ spans }) => spans.some(hasFailed)).length,
        costSummary: toSums(traces.flatMap(({ spans }) => spans)),
      }))
      .toSorted(
        (one, other) => (other.costSummary.total.cost ?? 0) - (one.costSummary.total.cost ?? 0),
      );
    expect(expected.length).toBeGreaterThan(1);
    expect(await read('topUsers', USERS)).toEqual(expected);
    expect(await read('topUsers', USERS, ', first: 1')).toEqual(expected.slice(0, 1));
  });

  it("orders models by cost and by tokens, with the project's cost in the range", async () => {
    // Pricing gave all spans to one model. This gives some to a cheap one that used more tokens.
    await server.sql(
      `WITH m AS (INSERT INTO generative_models (name, name_pattern, kind, deleted_at)
                  VALUES ('cheap', '^cheap$', 'CUSTOM', now()) RETURNING id)
       UPDATE span_costs c SET model_id = m.id, prompt_tokens = 1000000, prompt_cost = 0.5,
              completion_cost = 0
         FROM m WHERE c.model_id IS NULL`,
    );
    const priced = TRACES_IN_RANGE.flatMap(({ spans }) => spans).filter(({ costs }) =>
      costs.some(({ cost }) => cost !== null),
    );
    const byCost = await read<{ name: string }>('topModelsByCost', MODELS);
    expect(byCost.map(({ name }) => name)).toEqual(['priced', 'cheap']);
    expect(byCost[0]).toEqual({ name: 'priced', kind: 'CUSTOM', costSummary: toSums(priced) });
    const byTokens = await read<{ name: string }>('topModelsByTokenCount', MODELS);
    expect(byTokens).toEqual(byCost.toReversed());
  });

  it('name models whose spans can be listed by their name or ID', async () => {
    await server.sql("UPDATE generative_models SET name = 'priced' WHERE name = 'cheap'");
    const variables = { range: { start: '2000-01-01T00:00:00Z' } };
    const rows = await read<{ id: string; costSummary: { total: { cost: number } } }>(
      'topModelsByCost',
      `id ${MODELS}`,
      '',
      variables,
    );
    expect(rows).toHaveLength(2);
    const costOf = async (condition: string) => {
      const { data, errors } = await server.gql<{
        node: { costSummary: { total: { cost: number | null } } };
      }>(
        `query ($id: ID!, $condition: String) { node(id: $id) { ... on Project {
           costSummary(filterCondition: $condition) { total { cost } } } } }`,
        { id, condition },
      );
      expect(errors).toBeUndefined();
      return data!.node.costSummary.total.cost;
    };
    const costs = rows.map(({ costSummary }) => costSummary.total.cost);
    const found = await Promise.all(rows.map((row) => costOf(`priced_by.id == '${row.id}'`)));
    expect(found).toEqual(costs);
    expect(await costOf("priced_by == 'priced'")).toBeCloseTo(sum(costs));
    expect(await costOf("priced_by == 'pric' or priced_by is None")).toBeNull();
  });

  it('estimate figures about many spans from some of them', async () => {
    const project = await aProject(server);
    await aSpan(server, { project_id: project.id });
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, attributes)
       SELECT trace_id, 'copy ' || n, project_id, 'step ' || n % 2, 'TOOL', 'ERROR', 'failed ' || n,
              start_time, start_time + interval '1 s' * (1 + n % 2), '{}'
         FROM spans, generate_series(1, 60000) AS n WHERE project_id = $1`,
      [project.id],
    );
    const range = { start: '2000-01-01T00:00:00Z' };
    const variables = { id: globalId('Project', project.id), range };
    const rows = await read<{ name: string; spanCount: number; p50: number }>(
      'latencyByTool',
      'name spanCount p50',
      '',
      variables,
    );
    expect(rows.map(({ name, p50 }) => [name, p50])).toEqual([
      ['step 1', 2000],
      ['step 0', 1000],
    ]);
    for (const { spanCount } of rows) {
      expect(spanCount).toBeGreaterThan(28_000);
      expect(spanCount).toBeLessThan(32_000);
    }
    const [group] = await read<{ spanCount: number }>(
      'errorsByMessage',
      'message spanCount',
      '',
      variables,
    );
    expect(group).toEqual({ message: 'failed #', spanCount: expect.any(Number) });
    expect(group!.spanCount).toBeGreaterThan(57_000);
  });

  const FIELDS: [string, string][] = [
    ['latencyBySpanName', 'name'],
    ['latencyByTool', 'name'],
    ['errorsByMessage', 'message'],
    ['topUsers', 'userId'],
    ['topModelsByCost', 'name'],
    ['topModelsByTokenCount', 'name'],
  ];

  it.each(FIELDS)('%s is empty for other projects and ranges', async (field, fields) => {
    const other = await aProject(server);
    const elsewhere = { id: globalId('Project', other.id) };
    expect(await read(field, fields, '', elsewhere)).toEqual([]);
    const reversed = { range: { start: RANGE.end, end: RANGE.start } };
    expect(await read(field, fields, '', reversed)).toEqual([]);
  });

  it.each(FIELDS)('%s refuses invalid arguments', async (field, fields) => {
    const refused: [string, Record<string, unknown>, RegExp][] = [
      ['', { range: { end: RANGE.end } }, /^The time range must have a start\.$/],
      ['', { range: { start: 'yesterday' } }, /range\.start/],
      ['', { range: null }, /range/],
      ['', { condition: 'span_kind ==' }, /./],
      [', first: 0', {}, /first/],
      [', first: 101', {}, /first/],
    ];
    for (const [args, variables, message] of refused) {
      const { data, errors } = await ask(field, args, fields, variables);
      expect(data?.node?.ranking).toBeUndefined();
      expect(errors?.[0]?.message).toEqual(expect.stringMatching(message));
      expect(errors?.[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
  });

  it('reads the rankings of many projects with one query', async () => {
    const { statements } = await server.countQueries(() =>
      server.gql(
        `query ($range: TimeRange!) { projects(first: 10) { edges { node {
           topUsers(timeRange: $range) { userId } } } } }`,
        { range: RANGE },
      ),
    );
    expect(statements.filter((text) => text.includes('t.user_id AS'))).toHaveLength(1);
  });
});
