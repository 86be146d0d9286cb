const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Maximum size of a line, CSV record or JSON value, of which one at a time is in memory. */
export const MAX_ROW_BYTES = 32 * MEBIBYTE;

/**
 * Maximum number of rows in an upload. A row can be two bytes long, but takes far more to store.
 */
export const MAX_ROWS = 5_000_000;

/** Maximum number of columns in a file. A line of commas could have millions. */
export const MAX_COLUMNS = 10_000;

/** Maximum size of an Arrow file, whose batches are completely in memory. */
export const MAX_ARROW_BYTES = 128 * MEBIBYTE;

/** Maximum number of text fields in a form, and maximum bytes of one and of all of them. */
export const MAX_FIELDS = 1_000;
export const MAX_FIELD_BYTES = MEBIBYTE;
export const MAX_ALL_FIELDS_BYTES = 8 * MEBIBYTE;

/** Maximum number of headers in one part of a form, and their maximum bytes. */
export const MAX_PART_HEADER_BYTES = 16 * KIBIBYTE;
export const MAX_PART_HEADERS = 32;

/** Maximum number of different children of flattened columns. */
export const MAX_FLATTENED_CHILDREN = 100_000;

/** Bytes of a body that stay in memory; the rest goes to disk. */
export const SPOOLED_IN_MEMORY_BYTES = 256 * KIBIBYTE;
