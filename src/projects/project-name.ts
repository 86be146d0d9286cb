/** Longest name of a project, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 2000;
