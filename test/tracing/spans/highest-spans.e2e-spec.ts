import { whenIndexed } from '../../support/background-loops.js';
import { aProject } from '../../support/factories/project.js';
import { markUnindexed } from '../../support/factories/unindexed.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** More than fit into the blocks that a list looks into first. */
const SPANS = 40_000;
const BEGIN = '2026-03-01T00:00:00Z';

interface Row {
  id: number;
  latencyMs: number;
  tokens: number | null;
  end: string;
  minute: number;
}

/** A page of a list. */
interface Answer {
  node: { spans: { edges: { node: { id: string } }[]; pageInfo: { endCursor: string } } };
}

describe('the spans with the highest values', () => {
  let server: TestServer;
  let projectId: number;
  let rows: Row[];

  beforeAll(async () => {
    server = await startTestServer();
    ({ id: projectId } = await aProject(server, { name: 'highest' }));
    // A span per second, a third without tokens, few different numbers of tokens.
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
         start_time, end_time, prompt_tokens, completion_tokens, attributes, payload)
       SELECT 'trace ' || n, 'span ' || n, $1, 'n', CASE n % 5 WHEN 0 THEN 'TOOL' ELSE 'LLM' END, 'OK', '',
         $2::timestamptz + n * interval '1 s',
         $2::timestamptz + n * interval '1 s' + (n * 7919 % 100003) * interval '1 ms',
         CASE WHEN n % 3 > 0 THEN n * 31 % 400 END, CASE WHEN n % 3 > 0 THEN n % 7 END, '{}', '{}'
         FROM generate_series(1, ${SPANS}) n`,
      [projectId, BEGIN],
    );
    await server.sql('ANALYZE spans');
    rows = await server.sql<Row>(
      `SELECT id, (extract(epoch FROM end_time - start_time) * 1000)::float8 AS "latencyMs",
              (prompt_tokens + completion_tokens)::int AS tokens, end_time::text AS end,
              (extract(epoch FROM start_time - $2::timestamptz) / 60)::float8 AS minute
         FROM spans WHERE project_id = $1`,
      [projectId, BEGIN],
    );
    await markUnindexed(server);
    await whenIndexed(server);
  });
  afterAll(() => server.stop());

  const VALUES: Record<string, (row: Row) => number | string | null> = {
    latencyMs: ({ latencyMs }) => latencyMs,
    tokenCountTotal: ({ tokens }) => tokens,
    endTime: ({ end }) => end,
  };

  /** The IDs that a list must have, compared by value and then by row ID, without a value last. */
  function expected(col: string, isWanted: (row: Row) => boolean, count: number): string[] {
    const valueOf = VALUES[col]!;
    return rows
      .filter((row) => isWanted(row))
      .toSorted((a, b) => {
        const [x, y] = [valueOf(a), valueOf(b)];
        if (x === y) return b.id - a.id;
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y ? 1 : -1;
      })
      .slice(0, count)
      .map(({ id }) => globalId('Span', id));
  }

  /** Reads pages of 100. */
  async function read(col: string, pages: number, args = ''): Promise<string[]> {
    const ids: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page++) {
      const answer: { data?: Answer | null } = await server.gql<Answer>(
        `query ($id: ID!, $after: String) { node(id: $id) { ... on Project {
           spans(first: 100, after: $after, sort: {col: ${col}, dir: desc} ${args}) {
             edges { node { id } } pageInfo { endCursor } } } } }`,
        { id: globalId('Project', projectId), after },
      );
      ids.push(...answer.data!.node.spans.edges.map(({ node }) => node.id));
      after = answer.data!.node.spans.pageInfo.endCursor;
    }
    return ids;
  }

  const columns = Object.keys(VALUES);
  const everything = () => true;

  it.each(columns)('are listed by %s, page by page', async (col) => {
    expect(await read(col, 5)).toEqual(expected(col, everything, 500));
  });

  it.each(columns)('are listed by %s in a range', async (col) => {
    const range = `, timeRange: {start: "2026-03-01T02:00:00Z", end: "2026-03-01T09:00:00Z"}`;
    const isWanted = ({ minute }: Row) => minute >= 120 && minute < 540;
    expect(await read(col, 2, range)).toEqual(expected(col, isWanted, 200));
  });

  it.each(columns)('are listed by %s with a filter', async (col) => {
    const tools = new Set(
      (
        await server.sql<{ id: number }>(
          `SELECT id FROM spans WHERE project_id = $1 AND kind = 'TOOL'`,
          [projectId],
        )
      ).map(({ id }) => id),
    );
    const isWanted = ({ id }: Row) => tools.has(id);
    expect(await read(col, 2, ', filter: {kinds: [tool]}')).toEqual(expected(col, isWanted, 200));
  });

  it('are found in few blocks', async () => {
    const { statements } = await server.countQueries(() => read('latencyMs', 1));
    const lists = statements.filter((sql) => sql.includes('FROM unnest'));
    expect(lists).toHaveLength(1);
    expect(
      statements.filter((sql) => / FROM spans s\s/.test(sql) && !sql.includes('LATERAL')),
    ).toEqual([]);
  });

  it.each(columns)('are listed by %s before they are indexed', async (col) => {
    const last = rows.at(-1)!;
    await server.sql(
      `UPDATE spans SET end_time = start_time + interval '1 day', prompt_tokens = 9999, completion_tokens = 1
        WHERE id = $1`,
      [last.id],
    );
    await server.sql('DELETE FROM span_blocks WHERE block = $1', [Math.floor(last.id / 32)]);
    await server.sql(
      `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start)
       SELECT $1, array[$2::bigint], start_time, start_time FROM spans WHERE id = $3`,
      [projectId, Math.floor(last.id / 32), last.id],
    );
    expect((await read(col, 1))[0]).toBe(globalId('Span', last.id));
    await whenIndexed(server);
    expect((await read(col, 1))[0]).toBe(globalId('Span', last.id));
  });
});
