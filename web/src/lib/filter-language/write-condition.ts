/** Joins two conditions with “and”. */
export function joinConditions(first: string, second: string): string {
  if (first.trim() === '' || first.trim() === second) return second;
  return `${parenthesize(first.trim())} and ${second}`;
}

/** Writes a string in the condition language. */
export function quote(text: string): string {
  // The escapes of JSON are a subset of those of the language.
  return /^[^'\\\p{C}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

/**
 * `or` binds less tightly than `and`. Extra parentheses, such as around a string that contains the
 * word, do no harm.
 */
function parenthesize(condition: string): string {
  return /\bor\b/.test(condition) ? `(${condition})` : condition;
}
