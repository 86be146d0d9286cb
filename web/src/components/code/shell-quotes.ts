/** A text as it stands between single quotes of a shell, where it can neither end them nor be run. */
export function insideQuotes(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
