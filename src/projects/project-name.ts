/** Longest name of a project, in bytes of UTF-8; spans that name a longer one are refused, too. */
export const MAX_NAME_BYTES = 1024;
