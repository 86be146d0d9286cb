import type { JsonObject } from './json.js';

/**
 * JavaScript lists members whose names are integers first, in ascending order: `{"2":…,"10":…,"1":…}`
 * becomes `{"1":…,"2":…,"10":…}`. These functions keep the order of JSON that is stored and returned.
 */

/** A reviver for `JSON.parse`. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** May also match inside a string, which only makes parsing slower. */
const INTEGER_KEY = /"\d+"\s*:/;

/** Put before names so that they are no integers. Any character will do. */
const MARK = '#';

/** Whether objects in a JSON text may have integers as names. */
export function mayHaveIntegerKeys(text: string): boolean {
  return INTEGER_KEY.test(text);
}

/**
 * Like `JSON.parse`, but keeps the order of all members. Text that is nested so deeply that this is
 * impossible loses it.
 */
export function parseInOrder(text: string, reviver?: Reviver): unknown {
  const parse = (json: string): unknown => (reviver ? JSON.parse(json, reviver) : JSON.parse(json));
  if (!mayHaveIntegerKeys(text)) return parse(text);
  try {
    return removeMarks(parse(markKeys(text)));
  } catch {
    // If the text is not JSON, this explains where.
    return parse(text);
  }
}

/**
 * Returns an object whose members are listed in the order in which they were set: the object itself if
 * they are already, otherwise one that behaves like it.
 * @param names the names of the members in that order; those that the object lacks are ignored.
 */
export function keepKeyOrder(object: JsonObject, names: readonly string[]): JsonObject {
  const listed = Object.keys(object);
  if (!/^\d/.test(listed[0] ?? '')) return object;
  const known = new Set(names.filter((name) => Object.hasOwn(object, name)));
  if ([...known].every((name, at) => name === listed[at])) return object;
  return new Proxy(object, {
    ownKeys: (target) => [
      ...[...known].filter((name) => Object.hasOwn(target, name)),
      ...Reflect.ownKeys(target).filter((name) => !known.has(name as string)),
    ],
  });
}

/** Puts the mark before every name in a JSON text that could be an integer or begin with the mark. */
function markKeys(text: string): string {
  let marked = '';
  let copied = 0;
  let start = text.indexOf('"');
  while (start >= 0) {
    const end = findEndOfString(text, start);
    if (isName(text, end + 1) && mayNeedMark(text, start + 1, end)) {
      marked += text.slice(copied, start + 1) + MARK;
      copied = start + 1;
    }
    start = text.indexOf('"', end + 1);
  }
  return marked + text.slice(copied);
}

/** Returns the position of the closing quote. */
function findEndOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Whether a colon follows, after white space. */
function isName(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1;
  return text[at] === ':';
}

/** A name that begins with an escape may stand for a digit or the mark. */
function mayNeedMark(text: string, start: number, end: number): boolean {
  return start < end && /[\d\\#]/.test(text[start]!);
}

function removeMarks(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) value[at] = removeMarks(item);
    return value;
  }
  const entries = Object.entries(value).map(([name, inner]) => [
    name.startsWith(MARK) ? name.slice(MARK.length) : name,
    removeMarks(inner),
  ]);
  const names = entries.map(([name]) => name as string);
  return keepKeyOrder(Object.fromEntries(entries) as JsonObject, names);
}
