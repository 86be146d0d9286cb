/** Longest name of a dataset, a split or a label, in bytes of UTF-8: an index holds it. */
export const MAX_NAME_BYTES = 1024;
