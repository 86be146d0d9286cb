/** Rows read at a time by the lists of a project. */
export const PAGE_SIZE = 50;
