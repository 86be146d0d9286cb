import type pg from 'pg';
import type { NumberedSpan } from './copy-spans.js';

const MARK = {
  name: 'ingest-mark-unpriced',
  text: `INSERT INTO unpriced_spans (span_ids) VALUES ($1)`,
};

/** Records which spans may cost something, for the loop that prices them in the background. */
export async function markUnpriced(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
): Promise<void> {
  // Only LLM spans have a count, which may be 0.
  const ids = rows.filter(({ span }) => span.promptTokens !== null).map(({ id }) => id);
  if (ids.length > 0) await client.query({ ...MARK, values: [ids] });
}
