/**
 * Returns whether PostgreSQL can store a text unchanged, which it cannot if the text contains NUL or a lone
 * surrogate. Nothing that is stored can have such a name.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Maximum length of an indexed text, such as a unique name, in bytes of UTF-8: PostgreSQL refuses
 * index keys above 2,700 bytes. Also limits the name of an experiment, which downloads put in a
 * header. Ingestion has the same limit for project names (`MAX_INDEXED_TEXT_BYTES`).
 */
export const MAX_NAME_BYTES = 1024;
