import { aProject } from '../../support/factories/project.js';
import { markUnindexed } from '../../support/factories/unindexed.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

interface PlannedSpan {
  id: string;
  trace: number;
  parent: string | null;
  /** US dollars; null without a price. */
  cost: number | null;
  kind: string;
}

/** More than are read at first. */
const TRACES = 260;
const PER_SESSION = 8;

/** Trees of up to six spans with equal costs, missing prices, orphans and a cycle. */
const SPANS: PlannedSpan[] = Array.from({ length: TRACES }, (_, trace) =>
  Array.from({ length: 1 + ((trace * 5) % 6) }, (__, n): PlannedSpan => {
    const isLlm = (trace + n) % 3 === 0;
    return {
      id: `${trace}-${n}`,
      trace,
      parent: n === 0 ? (trace % 9 === 0 ? 'lost' : null) : `${trace}-${(n * 7 + trace) % n}`,
      cost: isLlm && trace % 5 !== 4 ? ((trace * (n + 1)) % 40) / 100 : null,
      kind: isLlm ? 'LLM' : 'CHAIN',
    };
  }),
).flat();
SPANS.find(({ id }) => id === '7-0')!.parent = '7-1';

const byTrace = Map.groupBy(SPANS, ({ trace }) => trace);

function listBelow(span: PlannedSpan, seen = new Set<PlannedSpan>()): Set<PlannedSpan> {
  if (seen.has(span)) return seen;
  seen.add(span);
  for (const child of byTrace.get(span.trace)!) {
    if (child.parent === span.id) listBelow(child, seen);
  }
  return seen;
}

/** In cents, which are exact. */
function sum(spans: Iterable<PlannedSpan>): number | null {
  const costs = [...spans].map(({ cost }) => cost).filter((cost) => cost !== null);
  return costs.length === 0 ? null : Math.round(costs.reduce((a, b) => a + b, 0) * 100);
}

type Ranked = [id: string, cents: number | null];

/** The last criterion is the order in which the rows were created. */
function rank(rows: Ranked[], dir: string, withoutPrice: 'last' | 'left out'): string[] {
  const sign = dir === 'asc' ? 1 : -1;
  const places = new Map(rows.map(([id], place) => [id, place]));
  const compare = (a: Ranked, b: Ranked) =>
    ((a[1] ?? 0) - (b[1] ?? 0) || places.get(a[0])! - places.get(b[0])!) * sign;
  return [
    ...rows.filter(([, cents]) => cents !== null).toSorted(compare),
    ...(withoutPrice === 'last'
      ? rows.filter(([, cents]) => cents === null).toSorted(compare)
      : []),
  ].map(([id]) => id);
}

describe('lists by cost', () => {
  let server: TestServer;
  let project: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { id } = await aProject(server);
    project = globalId('Project', id);
    await server.sql(
      `INSERT INTO project_sessions (session_id, project_id, start_time, end_time)
       SELECT 'session ' || n, $1, '2026-03-01', '2026-04-01'
         FROM generate_series(0, $2) AS n ORDER BY n`,
      [id, Math.floor(TRACES / PER_SESSION)],
    );
    const traces = [...byTrace].map(([trace, spans]) => {
      const cents = sum(spans);
      return {
        trace: String(trace),
        session: `session ${Math.floor(trace / PER_SESSION)}`,
        cost: cents === null ? null : cents / 100,
        count: spans.length,
      };
    });
    await server.sql(
      `INSERT INTO traces (trace_id, project_id, session_id, start_time, end_time, span_count,
                           prompt_cost, completion_cost)
       SELECT trace, $1, session, '2026-03-02', '2026-03-03', count, cost, cost * 0
         FROM json_to_recordset($2) AS t (trace text, session text, count int, cost float8)
        ORDER BY trace::int`,
      [id, JSON.stringify(traces)],
    );
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
                          status_message, start_time, end_time, attributes)
       SELECT s.trace, s.id, $1, s.parent, 'span', s.kind, 'OK', '', '2026-03-02', '2026-03-03', '{}'
         FROM json_to_recordset($2) AS s (trace text, id text, parent text, kind text)
        ORDER BY trace::int, id`,
      [id, JSON.stringify(SPANS)],
    );
    await server.sql(
      `INSERT INTO span_costs (trace_id, span_id, prompt_tokens, completion_tokens, prompt_cost,
                               completion_cost)
       SELECT trace, id, 1, 1, cost * 0, cost
         FROM json_to_recordset($1) AS s (trace text, id text, cost float8, kind text)
        WHERE kind = 'LLM'`,
      [JSON.stringify(SPANS)],
    );
    await markUnindexed(server);
  });
  afterAll(() => server.stop());

  const page = (list: string, id: string, args: string) =>
    server.gql<{
      node: Record<
        string,
        {
          edges: { cursor: string; node: Record<string, string> }[];
          pageInfo: { hasNextPage: boolean; endCursor: string };
        }
      >;
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { ${list}(${args}) {
         edges { cursor node { ${id} } } pageInfo { hasNextPage endCursor } } } } }`,
      { id: project },
    );

  async function walk(list: string, id: string, args: string): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ;) {
      const { data, errors } = await page(list, id, `${args} ${after}`);
      expect(errors).toBeUndefined();
      const { edges, pageInfo } = data!.node[list]!;
      found.push(...edges.map(({ node }) => node[id]!));
      if (!pageInfo.hasNextPage) return found;
      after = `, after: "${pageInfo.endCursor}"`;
    }
  }

  const isRoot = ({ parent }: PlannedSpan) => parent === null || parent === 'lost';

  it.each(['asc', 'desc'])('sorts spans by their own cost, %s', async (dir) => {
    const args = `first: 150, sort: {col: tokenCostTotal, dir: ${dir}}`;
    const own = SPANS.map((span): Ranked => [span.id, sum([span])]);
    expect(await walk('spans', 'spanId', args)).toEqual(rank(own, dir, 'left out'));
    const roots = SPANS.filter(isRoot).map((span): Ranked => [span.id, sum([span])]);
    expect(await walk('spans', 'spanId', `${args}, rootSpansOnly: true`)).toEqual(
      rank(roots, dir, 'left out'),
    );
  });

  it.each(['asc', 'desc'])('sorts spans by the cost below them, %s', async (dir) => {
    const args = `first: 90, sort: {col: cumulativeTokenCostTotal, dir: ${dir}}`;
    const all = SPANS.map((span): Ranked => [span.id, sum(listBelow(span))]);
    expect(await walk('spans', 'spanId', args)).toEqual(rank(all, dir, 'left out'));
    const chains = all.filter((_, at) => SPANS[at]!.kind === 'CHAIN');
    expect(await walk('spans', 'spanId', `${args}, filter: { kinds: [chain] }`)).toEqual(
      rank(chains, dir, 'left out'),
    );
    const roots = SPANS.filter(isRoot).map((span): Ranked => [
      span.id,
      sum(byTrace.get(span.trace)!),
    ]);
    expect(await walk('spans', 'spanId', `${args}, rootSpansOnly: true`)).toEqual(
      rank(roots, dir, 'left out'),
    );
  });

  it.each(['asc', 'desc'])('sorts traces, those without a price last, %s', async (dir) => {
    const rows = [...byTrace].map(([trace, spans]): Ranked => [String(trace), sum(spans)]);
    const args = `first: 70, sort: {col: tokenCostTotal, dir: ${dir}}`;
    expect(await walk('traces', 'traceId', args)).toEqual(rank(rows, dir, 'last'));
  });

  it.each(['asc', 'desc'])('sorts sessions, %s', async (dir) => {
    const sessions = Map.groupBy(SPANS, ({ trace }) => Math.floor(trace / PER_SESSION));
    const rows = [...sessions].map(([n, spans]): Ranked => [`session ${n}`, sum(spans)]);
    const args = `first: 5, sort: {col: costTotal, dir: ${dir}}`;
    expect(await walk('sessions', 'sessionId', args)).toEqual(rank(rows, dir, 'last'));
  });

  it('sorts sessions by the traces that began in the range', async () => {
    const args = `first: 40, sort: {col: costTotal, dir: desc}`;
    const range = 'timeRange: { start: "2026-03-10T00:00:00Z" }';
    const ids = await walk('sessions', 'sessionId', `${args}, ${range}`);
    expect(ids).toHaveLength(Math.ceil(TRACES / PER_SESSION));
    // No trace began then, so the order is that of the row IDs.
    expect(ids[0]).toBe(`session ${ids.length - 1}`);
  });

  it.each([
    ['spans', 'spanId', 'cumulativeTokenCostTotal'],
    ['spans', 'spanId', 'tokenCostTotal'],
    ['traces', 'traceId', 'tokenCostTotal'],
    ['sessions', 'sessionId', 'costTotal'],
  ])('refuse cursors of other orders of %s', async (list, id, col) => {
    const { data } = await page(list, id, 'first: 1, sort: {col: startTime, dir: asc}');
    const cursors = [data!.node[list]!.edges[0]!.cursor, 'nonsense', ''];
    for (const cursor of cursors) {
      const sort = `first: 1, sort: {col: ${col}, dir: desc}, after: "${cursor}"`;
      const { errors } = await page(list, id, sort);
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});
