import type pg from 'pg';
import { toBlock } from '../../spans/span-blocks.js';
import { formatMicros } from '../../kernel/time/time.js';
import type { NumberedSpan } from './copy-spans.js';
import type { WrittenTrace } from './write-traces.js';

const MARK = {
  name: 'ingest-mark-unindexed',
  text: `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start) VALUES ($1, $2, $3, $4)`,
};

/** Records which spans are new, for the index that is built in the background. */
export async function markUnindexed(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
  written: ReadonlyMap<string, WrittenTrace>,
): Promise<void> {
  const byProject = Map.groupBy(rows, ({ span }) => written.get(span.traceId)!.projectId);
  for (const [projectId, own] of byProject) {
    let [first, last] = [own[0]!.span.startTime, own[0]!.span.startTime];
    for (const { span } of own) {
      if (span.startTime < first) first = span.startTime;
      if (span.startTime > last) last = span.startTime;
    }
    const blocks = [...new Set(own.map(({ id }) => toBlock(id)))];
    await client.query({
      ...MARK,
      values: [projectId, blocks, formatMicros(first), formatMicros(last)],
    });
  }
}
