/**
 * Whether PostgreSQL can hold a text as it is: it knows no NUL, and a lone surrogate has no UTF-8
 * form. Such a text names nothing that is stored.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Maximum length of an indexed text, such as a unique name, in bytes of UTF-8: PostgreSQL refuses
 * index keys above 2,700 bytes. Also of the name of an experiment, which downloads put in a header.
 * Ingestion has the same limit for project names (`INDEXED_TEXT_LIMIT_BYTES`).
 */
export const MAX_NAME_BYTES = 1024;
