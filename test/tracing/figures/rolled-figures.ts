import pg from 'pg';
import type { OpenedDatabase } from '../../../src/database/opened-database.js';
import { findDistribution } from '../../../src/database/distribution.js';
import type { DataSource } from 'typeorm';
import { runLoops } from '../../support/background-loops.js';
import { DatabaseReader, RollupsQueries } from '../../support/built.js';
import { eventually } from '../../support/eventually.js';
import type { TestServer } from '../../support/server.js';

export interface Range {
  start: string | null;
  end: string | null;
}

const PROBABILITIES = [0, 0.01, 0.5, 0.77, 0.99, 1];

/** The sums over traces, from rows `t` and from rollups `r`. */
const SUMS = [
  ['traces', 'count(*)', 'sum(r.trace_count)::int8'],
  ['failed', 'count(*) FILTER (WHERE t.error_count > 0)', 'sum(r.failed_trace_count)::int8'],
  ['spans', 'sum(t.span_count)::float8', 'sum(r.trace_span_count)::float8'],
  ['prompt', 'sum(t.prompt_tokens)::float8', 'sum(r.trace_prompt_tokens)::float8'],
  ['completion', 'sum(t.completion_tokens)::float8', 'sum(r.trace_completion_tokens)::float8'],
  ['cost', 'round(sum(t.prompt_cost)::numeric, 9)', 'round(sum(r.trace_prompt_cost)::numeric, 9)'],
  ['tokened', 'coalesce(sum(t.token_span_count), 0)::int8', 'sum(r.trace_token_span_count)::int8'],
  [
    'unpriced',
    'coalesce(sum(t.unpriced_span_count), 0)::int8',
    'sum(r.trace_unpriced_span_count)::int8',
  ],
  ['last', 'max(t.end_time)', 'max(r.last_end)'],
] as const;

/** The same over spans `s`. */
const SPAN_SUMS = [
  ['spans', 'count(*)', 'sum(r.span_count)::int8'],
  ['failed', "count(*) FILTER (WHERE s.status_code = 'ERROR')", 'sum(r.failed_span_count)::int8'],
  ['ok', "count(*) FILTER (WHERE s.status_code = 'OK')", 'sum(r.ok_span_count)::int8'],
  ['prompt', 'coalesce(sum(s.prompt_tokens), 0)::float8', 'sum(r.span_prompt_tokens)::float8'],
  [
    'bytes',
    'sum(1000 + pg_column_size(s.attributes) + coalesce(pg_column_size(s.payload), 0) + coalesce(pg_column_size(s.events), 0))::float8',
    'sum(r.span_bytes)::float8',
  ],
] as const;

type Costs = Parameters<InstanceType<typeof RollupsQueries>['readCosts']>[2] & { table: string };

/** The costs of groups, and the tables with their rows. */
const COSTS: Costs[] = [
  {
    group: 'model',
    table: 'span_costs',
    key: 'd.model_id',
    where: 'd.model_id IS NOT NULL',
    figures: `d.model_id AS "group", sum(d.prompt_tokens) AS prompt,
      sum(d.completion_tokens) AS completion,
      round((sum(d.prompt_cost) + sum(d.completion_cost))::numeric, 9) AS cost`,
  },
  {
    group: 'tokenType',
    table: 'span_cost_details',
    key: 'd.is_prompt, d.token_type',
    figures: `d.is_prompt || d.token_type AS "group", sum(d.tokens) AS tokens,
      round(sum(d.cost)::numeric, 9) AS cost`,
  },
  {
    group: 'unpricedModel',
    table: `(
      SELECT c.trace_id, coalesce(s.provider, '') AS provider, coalesce(s.model_name, '') AS model_name,
             1 AS span_count, c.prompt_tokens, c.completion_tokens
        FROM span_costs c JOIN spans s ON s.trace_id = c.trace_id AND s.span_id = c.span_id
       WHERE c.model_id IS NULL AND c.prompt_tokens + c.completion_tokens > 0)`,
    key: 'd.provider, d.model_name',
    figures: `d.provider || '/' || d.model_name AS "group", sum(d.span_count)::int8 AS spans,
      sum(d.prompt_tokens) AS prompt, sum(d.completion_tokens) AS completion`,
  },
];

/** Null without an end. */
const DURATION_MS = `(CASE WHEN t.end_time >= t.start_time
  THEN extract(epoch FROM t.end_time - t.start_time) * 1000 END)::float8`;

const list = (sums: readonly (readonly [string, string, string])[], of: 1 | 2): string =>
  sums.map((sum) => `${sum[of]} AS ${sum[0]}`).join(', ');

/**
 * Reads figures from rollups and from rows, each in the order of the projects.
 * @param bins beginnings of quarters.
 */
export async function readBoth(
  client: pg.Client,
  projectIds: readonly number[],
  range: Range,
  bins: readonly Date[],
): Promise<{ rolled: unknown; expected: unknown }> {
  const query = async (sql: string, parameters: unknown[]) =>
    (await client.query(sql, parameters)).rows as { projectId: number; bin?: number }[];
  const source = {
    query,
    manager: { query },
    transaction: (_isolation: string, work: (tx: unknown) => Promise<unknown>) => work({ query }),
    options: { extra: { max: 2 } },
  } as unknown as DataSource;
  const opened = { distribution: await findDistribution({ query }) } as OpenedDatabase;
  const rollups = new RollupsQueries(new DatabaseReader(source, opened, null));
  const binned = [projectIds, range, bins] as const;
  const rolled = [
    await rollups.readSums('traces', projectIds, range, list(SUMS, 2)),
    await rollups.readSums('spans', projectIds, range, list(SPAN_SUMS, 2)),
    await rollups.readQuantiles(projectIds, range, PROBABILITIES),
    await rollups.readBins('traces', ...binned, list(SUMS, 2)),
    await rollups.readBins('spans', ...binned, list(SPAN_SUMS, 2)),
    await rollups.readLatencyBins(...binned, PROBABILITIES),
  ];
  for (const costs of COSTS) {
    rolled.push(await rollups.readCosts(projectIds, range, costs));
    rolled.push(await rollups.readCosts(projectIds, range, costs, bins));
  }
  const parameters = [projectIds, range.start, range.end];
  const where = (row: string): string =>
    `WHERE ${row}.project_id = ANY($1) AND ($2::timestamptz IS NULL OR ${row}.start_time >= $2)
       AND ($3::timestamptz IS NULL OR ${row}.start_time < $3)`;
  const ask = (row: 's' | 't', figures: string, isBinned: boolean) => {
    const bin = `, width_bucket(${row}.start_time, $4::timestamptz[]) - 1 AS bin`;
    return query(
      `SELECT ${row}.project_id AS "projectId" ${isBinned ? bin : ''}, ${figures}
         FROM ${row === 's' ? 'spans' : 'traces'} ${row} ${where(row)}
        GROUP BY 1 ${isBinned ? ', 2' : ''}`,
      isBinned ? [...parameters, bins.map((one) => one.toISOString())] : parameters,
    );
  };
  const askCosts = ({ table, figures, key, where: runsHere = 'true' }: Costs, isBinned: boolean) =>
    query(
      `SELECT t.project_id AS "projectId",
              ${isBinned ? 'width_bucket(t.start_time, $4::timestamptz[]) - 1 AS bin,' : ''} ${figures}
         FROM traces t JOIN ${table} d USING (trace_id) ${where('t')} AND ${runsHere}
        GROUP BY 1 ${isBinned ? ', 2' : ''}, ${key}`,
      isBinned ? [...parameters, bins.map((one) => one.toISOString())] : parameters,
    );
  const quantiles = `percentile_cont('{${PROBABILITIES.join(',')}}'::float8[])
    WITHIN GROUP (ORDER BY ${DURATION_MS}) AS quantiles, count(${DURATION_MS})::float8 AS "rowCount"`;
  const expected = [
    await ask('t', list(SUMS, 1), false),
    await ask('s', list(SPAN_SUMS, 1), false),
    withQuantiles(await ask('t', quantiles, false)),
    await ask('t', list(SUMS, 1), true),
    await ask('s', list(SPAN_SUMS, 1), true),
    withQuantiles(await ask('t', quantiles, true)),
  ];
  for (const costs of COSTS) {
    expected.push(await askCosts(costs, false), await askCosts(costs, true));
  }
  return { rolled: rolled.map(sorted), expected: expected.map(sorted) };
}

function withQuantiles(rows: object[]): object[] {
  return rows.filter((row) => 'quantiles' in row && row.quantiles !== null);
}

function sorted(rows: unknown[]): unknown[] {
  return (rows as { projectId: number; bin?: number; group?: string | number }[]).toSorted(
    (a, b) =>
      a.projectId - b.projectId ||
      (a.bin ?? 0) - (b.bin ?? 0) ||
      String(a.group).localeCompare(String(b.group)),
  );
}

/** Lets all changes count as old, so that they are rolled up at once. */
export async function hurry(server: TestServer): Promise<void> {
  await server.sql("UPDATE changed_quarters SET changed_at = now() - interval '1 minute'");
  await server.sql(
    `UPDATE quarter_rollups SET changed_at = now() - interval '1 minute'
      WHERE changed_at > now() - interval '30 seconds'`,
  );
}

/** Waits until everything is rolled up. */
export async function waitForRollups(server: TestServer): Promise<void> {
  await eventually('the rollups', async () => {
    await hurry(server);
    await runLoops(server, 'rollups');
    const rows = await server.sql(
      `SELECT FROM changed_quarters
       UNION ALL SELECT FROM quarter_rollups WHERE changed_at IS NOT NULL LIMIT 1`,
    );
    return rows.length === 0;
  });
}
