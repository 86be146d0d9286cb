import { isFailedTrace } from '../../../spans/failure.js';
import type { EntityManager } from 'typeorm';
import { COUNT_PRICED } from '../../../spans/cost-details.js';
import { markQuarters, quarterOf } from '../../../spans/quarters.js';
import { COST_GROUPS, DROPPED_GROUPS, recordDroppedGroups } from './cost-groups.queries.js';
import {
  addDropped,
  DROPPED_MINUTES,
  listDroppedSums,
  minuteOf,
  sumDroppedRows,
} from './dropped-sums.js';
import { DURATION, type Sum } from './rollup-sums.js';

/**
 * Adds locked traces and their spans to the figures of dropped ones. They must be deleted in the same
 * transaction, so that nothing counts twice.
 */
export async function recordDroppedTraces(
  tx: EntityManager,
  traceIds: readonly string[],
): Promise<void> {
  const sums = listDroppedSums('traces');
  await tx.query(
    `INSERT INTO ${DROPPED_MINUTES} AS r (project_id, minute, ${sums.join(', ')}, durations)
     SELECT t.project_id, ${minuteOf('t.start_time')} AS minute, ${sumDroppedRows('traces')}
       FROM traces t WHERE t.trace_id = ANY($1) GROUP BY t.project_id, minute
      ORDER BY t.project_id, minute
     ON CONFLICT (project_id, minute) DO UPDATE
       SET ${addDropped(sums, 'r')}, durations = r.durations || excluded.durations`,
    [traceIds],
  );
  await recordSpans(tx, 's.trace_id = ANY($1)', [traceIds]);
  await recordGroups(tx, 't.trace_id = ANY($1)', [traceIds]);
}

/**
 * Adds some spans of a locked trace to the figures of dropped ones, as part of their trace. That is
 * counted with its last spans, by the start that it had when it was decided about.
 */
export async function recordDroppedSpans(
  tx: EntityManager,
  traceId: string,
  spanIds: readonly string[],
): Promise<void> {
  const sums: Sum[] = [
    'trace_span_count',
    'trace_prompt_tokens',
    'trace_completion_tokens',
    'trace_prompt_cost',
    'trace_completion_cost',
    'trace_token_span_count',
    'trace_unpriced_span_count',
  ];
  const parameters = [traceId, spanIds];
  await tx.query(
    `INSERT INTO ${DROPPED_MINUTES} AS r (project_id, minute, ${sums.join(', ')})
     SELECT t.project_id, ${minuteOf('t.start_time')}, count(*),
            coalesce(sum(s.prompt_tokens), 0), coalesce(sum(s.completion_tokens), 0),
            sum(c.prompt_cost), sum(c.completion_cost), ${COUNT_PRICED.tokens},
            ${COUNT_PRICED.unpriced}
       FROM dropped_traces t JOIN spans s ON s.trace_id = t.trace_id
       LEFT JOIN span_costs c ON c.trace_id = s.trace_id AND c.span_id = s.span_id
      WHERE t.trace_id = $1 AND s.span_id = ANY($2) GROUP BY t.project_id, t.start_time
     ON CONFLICT (project_id, minute) DO UPDATE SET ${addDropped(sums, 'r')}`,
    parameters,
  );
  await recordSpans(tx, 's.trace_id = $1 AND s.span_id = ANY($2)', parameters);
  await recordGroups(tx, 't.trace_id = $1 AND d.span_id = ANY($2)', parameters);
}

/**
 * Adds a trace to the figures of dropped ones, of which all spans have been added before. It counts as it
 * was when it was decided about.
 */
export async function recordDroppedTrace(tx: EntityManager, traceId: string): Promise<void> {
  const sums: Sum[] = ['trace_count', 'failed_trace_count', 'last_end'];
  await tx.query(
    markQuarters(
      `SELECT project_id, ${quarterOf('start_time')} AS quarter FROM dropped_traces WHERE trace_id = $1`,
    ),
    [traceId],
  );
  await tx.query(
    `INSERT INTO ${DROPPED_MINUTES} AS r (project_id, minute, ${sums.join(', ')}, durations)
     SELECT t.project_id, ${minuteOf('t.start_time')}, 1, (${isFailedTrace('t')})::integer, t.end_time,
            ARRAY[${DURATION}]
       FROM dropped_traces t WHERE t.trace_id = $1
     ON CONFLICT (project_id, minute) DO UPDATE
       SET ${addDropped(sums, 'r')}, durations = r.durations || excluded.durations`,
    [traceId],
  );
}

/** @param condition on spans `s`. */
async function recordSpans(
  tx: EntityManager,
  condition: string,
  parameters: unknown[],
): Promise<void> {
  const sums = listDroppedSums('spans');
  await tx.query(
    `INSERT INTO ${DROPPED_MINUTES} AS r (project_id, minute, ${sums.join(', ')})
     SELECT s.project_id, ${minuteOf('s.start_time')} AS minute, ${sumDroppedRows('spans')}
       FROM spans s WHERE ${condition} GROUP BY s.project_id, minute ORDER BY s.project_id, minute
     ON CONFLICT (project_id, minute) DO UPDATE SET ${addDropped(sums, 'r')}`,
    parameters,
  );
}

/** @param condition on traces `t` and the costs `d` of their spans. */
async function recordGroups(
  tx: EntityManager,
  condition: string,
  parameters: unknown[],
): Promise<void> {
  for (const group of COST_GROUPS) {
    await tx.query(recordDroppedGroups(group, minuteOf('t.start_time'), condition), parameters);
  }
}

/** SQL that counts the dropped traces in figures of projects. Its parameter are their row IDs. */
export const COUNT_DROPPED = `SELECT coalesce(sum(trace_count), 0)::float8 AS count
  FROM ${DROPPED_MINUTES} WHERE project_id = ANY($1)`;

/**
 * Forgets what was dropped in a project in the minutes of a range. Figures then count only what is
 * stored there.
 */
export async function forgetDropped(
  tx: EntityManager,
  projectId: number,
  { from, before }: { from: string | null; before: string | null },
): Promise<void> {
  const condition = `project_id = $1 AND minute >= coalesce($2::timestamptz, '-infinity')
    AND minute < coalesce($3::timestamptz, 'infinity')`;
  const parameters = [projectId, from, before];
  await tx.query(
    markQuarters(
      `SELECT project_id, ${quarterOf('minute')} AS quarter FROM ${DROPPED_MINUTES} WHERE ${condition}`,
    ),
    parameters,
  );
  for (const table of [DROPPED_MINUTES, ...DROPPED_GROUPS]) {
    await tx.query(`DELETE FROM ${table} WHERE ${condition}`, parameters);
  }
}
