const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Largest line of a file, record of a CSV file, or value of an example; one is held at a time. */
export const MAX_ROW_BYTES = 32 * MEBIBYTE;

/** Rows of one upload. Two bytes are enough for a row, and each is stored with an overhead. */
export const MAX_ROWS = 5_000_000;

/** Columns of a file; a line of nothing but commas would have millions. */
export const MAX_COLUMNS = 10_000;

/** Largest Arrow file: its batches are held whole. */
export const MAX_ARROW_BYTES = 128 * MEBIBYTE;

/** Text fields of a form, and what one and all of them may hold. */
export const MAX_FIELDS = 1_000;
export const MAX_FIELD_BYTES = MEBIBYTE;
export const MAX_ALL_FIELDS_BYTES = 8 * MEBIBYTE;

/** Headers of one part of a form. */
export const MAX_PART_HEADER_BYTES = 16 * KIBIBYTE;
export const MAX_PART_HEADERS = 32;

/** Different children of flattened columns that are compared with each other. */
export const MAX_FLATTENED_CHILDREN = 100_000;

/** Bytes of a body that wait in memory; more go to disk. */
export const SPOOLED_IN_MEMORY_BYTES = 256 * KIBIBYTE;
