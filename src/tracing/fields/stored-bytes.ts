import { payloadSizeOf } from '../../spans/span-payload.js';

/** The size of a span besides its attributes and texts: the rest of its row, and its index entries. */
const FIXED_BYTES = 1_000;

/**
 * SQL of about how many bytes a span `s` occupies in the database. Reads no values that are stored out
 * of line, only how long they are.
 */
export const STORED_BYTES = `(${FIXED_BYTES} + pg_column_size(s.attributes)
  + ${payloadSizeOf('s')} + coalesce(pg_column_size(s.events), 0))`;
