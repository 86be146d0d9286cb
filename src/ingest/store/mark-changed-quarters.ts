import type pg from 'pg';
import { quarterOf, toQuarter } from '../../spans/quarters.js';
import type { NumberedSpan } from './copy-spans.js';
import type { KnownTrace } from './stored-spans.js';
import type { WrittenTrace } from './write-traces.js';

const MARK = {
  name: 'ingest-mark-changed-quarters',
  text: 'INSERT INTO changed_quarters (project_id, quarters) VALUES ($1, $2)',
};

const FIND_QUARTERS = {
  name: 'ingest-find-quarters',
  text: `SELECT DISTINCT trace_id, ${quarterOf('start_time')} AS quarter FROM spans
          WHERE trace_id = ANY ($1)`,
};

/**
 * Records which quarters of an hour have new spans or traces, for the rollups that are updated in
 * the background, and which ones had a trace that now begins earlier.
 * @param known the traces that were found before.
 */
export async function markChangedQuarters(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
  known: ReadonlyMap<string, KnownTrace>,
  written: ReadonlyMap<string, WrittenTrace>,
): Promise<void> {
  const changed = new Map<number, Set<number>>();
  const add = (traceId: string, quarter: number): void => {
    const { projectId } = written.get(traceId)!;
    const quarters = changed.get(projectId);
    if (quarters) quarters.add(quarter);
    else changed.set(projectId, new Set([quarter]));
  };
  for (const { span } of rows) add(span.traceId, toQuarter(span.startTime));
  const moved: string[] = [];
  for (const [traceId, { quarter, isNew }] of written) {
    add(traceId, quarter);
    const before = known.get(traceId)?.quarter;
    if (before !== undefined) add(traceId, before);
    if (before === undefined ? !isNew : quarter < before) moved.push(traceId);
  }
  if (moved.length > 0) {
    // Other writers may have changed these traces since they were found, but a trace always began
    // with one of its spans. They are visible now, because the traces are locked.
    const { rows: begun } = await client.query<{ trace_id: string; quarter: number }>({
      ...FIND_QUARTERS,
      values: [moved],
    });
    for (const { trace_id, quarter } of begun) add(trace_id, quarter);
  }
  for (const [projectId, quarters] of changed) {
    await client.query({ ...MARK, values: [projectId, [...quarters]] });
  }
}
