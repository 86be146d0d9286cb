/** Longest name of a key, in characters. */
export const MAX_NAME = 255;

/** Longest description of a key, in characters. */
export const MAX_DESCRIPTION = 4_000;
