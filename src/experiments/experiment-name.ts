/** Longest name of an experiment: downloads bear it in a header, which clients take no longer. */
export const MAX_NAME_BYTES = 1024;
