import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type { NumberedSpan } from './copy-spans.js';
import { sumByTrace, type TraceSums } from './trace-sums.js';
import { upsertDistributedTraces } from './upsert-distributed-traces.js';
import { type UpsertedTrace, upsertTraces } from './upsert-traces.js';

const CORRECT_PROJECTS = {
  name: 'ingest-correct-projects',
  text: `
    UPDATE spans SET project_id = moved.project_id
    FROM unnest($1::text[], $2::text[], $3::bigint[]) AS moved (trace_id, span_id, project_id)
    WHERE spans.trace_id = moved.trace_id AND spans.span_id = moved.span_id`,
};

/** A trace to which spans were added. */
export interface WrittenTrace {
  /** Row ID of its project. */
  projectId: number;
  /** The quarter of an hour in which it now begins. */
  quarter: number;
  sessionId: string | null;
  /** Whether it has only the added spans. */
  isNew: boolean;
}

/**
 * Adds newly inserted spans to the totals of their traces, and the traces to their sessions. If a
 * trace has since moved to another project, its new spans follow it.
 * @param rows in the order in which they were sent.
 * @returns the traces by their IDs.
 */
export async function writeTraces(
  client: Distributed<pg.ClientBase>,
  rows: readonly NumberedSpan[],
): Promise<Map<string, WrittenTrace>> {
  const written = await addToTraces(client, sumByTrace(rows));
  const projectOf = ({ span }: NumberedSpan) => written.get(span.traceId)!.projectId;
  const moved = rows.filter((row) => projectOf(row) !== row.projectId);
  if (moved.length === 0) return written;
  await client.query({
    ...CORRECT_PROJECTS,
    values: [
      moved.map((row) => row.span.traceId),
      moved.map((row) => row.span.spanId),
      moved.map(projectOf),
    ],
  });
  return written;
}

/**
 * Adds to the totals of traces, and the traces to their sessions.
 * @param traces at most one for each.
 * @returns the traces by their IDs.
 */
export async function addToTraces(
  client: Distributed<pg.ClientBase>,
  traces: readonly TraceSums[],
): Promise<Map<string, WrittenTrace>> {
  const upserted = await client.distribution.choose({
    single: upsertTraces,
    cluster: upsertDistributedTraces,
  })(client, traces);
  return toWrittenTraces(upserted, traces);
}

function toWrittenTraces(
  upserted: readonly UpsertedTrace[],
  sent: readonly TraceSums[],
): Map<string, WrittenTrace> {
  const sentCounts = new Map(sent.map(({ traceId, spanCount }) => [traceId, spanCount]));
  return new Map(
    upserted.map(({ trace_id, project_id, session_id, span_count, quarter }) => {
      const isNew = span_count === sentCounts.get(trace_id);
      return [trace_id, { projectId: project_id, sessionId: session_id, quarter, isNew }];
    }),
  );
}
