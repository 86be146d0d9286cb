/** Rows that the lists of a project read at a time. */
export const PAGE_SIZE = 50;
