/** The contents of a query bar: words to search for and a condition, each undefined if absent. */
export interface Query {
  search: string | undefined;
  filter: string | undefined;
}

/**
 * A part that every condition has: a comparison, a key in brackets, a loop, or a test of a value.
 */
const CONDITION =
  /[=<>[\]]|\bis\s+(?:not\s+)?(?:None|True|False)\b|(['"]).*\1\s+(?:not\s+)?in\b|\b(?:any|all|len|sum|min|max)\s*\(/;

/**
 * Reads `words | condition`. Without a bar, the text is either a condition or, if it cannot be one,
 * words.
 */
export function parseQuery(typed: string): Query {
  const bar = findBar(typed);
  if (bar !== -1) {
    return {
      search: typed.slice(0, bar).trim() || undefined,
      filter: typed.slice(bar + 1).trim() || undefined,
    };
  }
  const text = typed.trim();
  if (text === '') return { search: undefined, filter: undefined };
  return isPlain(text) ? { search: text, filter: undefined } : { search: undefined, filter: text };
}

/** Writes a query as `parseQuery` reads it. */
export function formatQuery({ search = '', filter = '' }: Partial<Query>): string {
  // A link may have any text.
  const words = findBar(search) === -1 ? search : search.replaceAll('|', ' ');
  if (filter === '') return words === '' || isPlain(words) ? words : `${words} |`;
  if (words !== '') return `${words} | ${filter}`;
  return isPlain(filter) || findBar(filter) !== -1 ? `| ${filter}` : filter;
}

/** Returns where the condition starts in a query; the end of the text if there is none. */
export function findCondition(typed: string): number {
  const bar = findBar(typed);
  if (bar === -1 && isPlain(typed.trim())) return typed.length;
  const start = bar + 1;
  return start + /^\s*/.exec(typed.slice(start))![0].length;
}

/** Whether a text consists of words to look for, and is no condition. */
export function isPlain(typed: string): boolean {
  return typed !== '' && findBar(typed) === -1 && !CONDITION.test(typed);
}

/** Returns the place of the first `|` that stands alone outside quotes; -1 if there is none. */
export function findBar(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    const isFirst = at === 0 || /[\s([,|]/.test(text[at - 1]!);
    if (letter === '"' || (letter === "'" && isFirst)) {
      const end = text.indexOf(letter, at + 1);
      // An apostrophe may stand alone.
      if (end === -1 && letter === '"') return -1;
      if (end !== -1) at = end;
    } else if (letter === '|' && isFirst && /^(?:\s|$)/.test(text.slice(at + 1))) {
      return at;
    }
  }
  return -1;
}
