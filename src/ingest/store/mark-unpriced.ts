import type pg from 'pg';
import type { NumberedSpan } from './copy-spans.js';
import type { WrittenTrace } from './write-traces.js';

const MARK = {
  name: 'ingest-mark-unpriced',
  text: `INSERT INTO unpriced_spans (span_ids) VALUES ($1)`,
};

/**
 * Records which spans may cost something, for the loop that prices them in the background. Of a trace that
 * had other spans before, also those that may show that one of its calls is part of another.
 */
export async function markUnpriced(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
  written: ReadonlyMap<string, WrittenTrace>,
): Promise<void> {
  const ids = rows
    .filter(({ span }) =>
      span.role === 'link' ? !written.get(span.traceId)!.isNew : span.role === 'call',
    )
    .map(({ id }) => id);
  if (ids.length > 0) await client.query({ ...MARK, values: [ids] });
}
