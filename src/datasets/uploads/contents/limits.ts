const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Largest line, CSV record or JSON value; one is in memory at a time. */
export const MAX_ROW_BYTES = 32 * MEBIBYTE;

/** Most rows of one upload. A row can be two bytes long, but storing it costs far more. */
export const MAX_ROWS = 5_000_000;

/** Most columns of a file; a line of nothing but commas would have millions. */
export const MAX_COLUMNS = 10_000;

/** Largest Arrow file: its batches are in memory as a whole. */
export const MAX_ARROW_BYTES = 128 * MEBIBYTE;

/** Most text fields of a form, and the most bytes in one and in all of them. */
export const MAX_FIELDS = 1_000;
export const MAX_FIELD_BYTES = MEBIBYTE;
export const MAX_ALL_FIELDS_BYTES = 8 * MEBIBYTE;

/** Most headers in one part of a form, and the most bytes in them. */
export const MAX_PART_HEADER_BYTES = 16 * KIBIBYTE;
export const MAX_PART_HEADERS = 32;

/** Most different children of flattened columns. */
export const MAX_FLATTENED_CHILDREN = 100_000;

/** Bytes of a body that stay in memory; the rest goes to disk. */
export const SPOOLED_IN_MEMORY_BYTES = 256 * KIBIBYTE;
