/** A completion. */
export interface Completion {
  /** Replaces the text from `from` to the cursor. */
  insert: string;
  from: number;
  /** A short explanation. */
  hint: string;
}

/** Words of the language, with a short explanation. */
export const CONDITION_WORDS: readonly [string, string][] = [
  ['and', 'both'],
  ['or', 'either'],
  ['not', 'negation'],
  ['in', 'contains text'],
  ['is None', 'has no value'],
  ['is not None', 'has a value'],
];

/** Whether the text starts the name, or a word in it. */
export function matchesTyped(name: string, typed: string): boolean {
  const wanted = typed.toLowerCase();
  const known = name.toLowerCase();
  const words = known.split(/[^\p{L}\p{N}]+/u);
  return known.startsWith(wanted) || words.some((word) => word.startsWith(wanted));
}

/** Whether a string is still open at the end. */
export function isInText(text: string): boolean {
  let open = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (open === '') open = letter === "'" || letter === '"' ? letter : '';
    else if (letter === '\\') at += 1;
    else if (letter === open) open = '';
  }
  return open !== '';
}
