import type { JsonObject } from './json.js';

/**
 * JavaScript lists members whose names are integers first, in ascending order: `{"2":…,"10":…,"1":…}`
 * becomes `{"1":…,"2":…,"10":…}`. And V8 may read a name that is written with a backslash as another
 * one that it has read before (https://github.com/nodejs/node/issues/63785). These functions keep the
 * names and their order in JSON that is stored and returned.
 */

/** A reviver for `JSON.parse`. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * A name that is an integer, or one with a backslash. May also match inside a string or a list of
 * strings, which only makes parsing slower.
 */
const UNSAFE_KEY = /"\d+"\s*:|[{,]\s*"[^"\\]*\\/;

/** Names to encode, as written: also those that begin with the mark, because they would lose it. */
const UNSAFE_NAME = /^[\d#]|\\/;

/** Put before encoded names, so that they are no integers. Any character will do. */
const MARK = '#';

/** Returns whether `JSON.parse` may change names in a JSON text or their order. */
export function mayHaveUnsafeKeys(text: string): boolean {
  return UNSAFE_KEY.test(text);
}

/**
 * Like `JSON.parse`, but keeps the names and the order of all members. Text that is nested so deeply
 * that this is impossible may lose them.
 */
export function parseInOrder(text: string, reviver?: Reviver): unknown {
  const parse = (json: string): unknown => (reviver ? JSON.parse(json, reviver) : JSON.parse(json));
  if (!mayHaveUnsafeKeys(text)) return parse(text);
  try {
    return decodeKeys(parse(encodeKeys(text)));
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

function encodeKeys(text: string): string {
  let encoded = '';
  let copied = 0;
  let start = text.indexOf('"');
  while (start >= 0) {
    const end = findEndOfString(text, start);
    const name = isName(text, end + 1) ? text.slice(start + 1, end) : '';
    if (UNSAFE_NAME.test(name)) {
      encoded +=
        text.slice(copied, start + 1) + MARK + name.replaceAll(/[%"\\]/g, encodeURIComponent);
      copied = end;
    }
    start = text.indexOf('"', end + 1);
  }
  return encoded + text.slice(copied);
}

/** Returns the position of the closing quote. */
function findEndOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Returns whether a colon follows, after white space. */
function isName(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1;
  return text[at] === ':';
}

function decodeKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) value[at] = decodeKeys(item);
    return value;
  }
  const entries = Object.entries(value).map(([name, inner]) => [
    decodeKey(name),
    decodeKeys(inner),
  ]);
  const names = entries.map(([name]) => name as string);
  return keepKeyOrder(Object.fromEntries(entries) as JsonObject, names);
}

function decodeKey(name: string): string {
  if (!name.startsWith(MARK)) return name;
  const encoded = name.slice(MARK.length);
  return encoded.includes('%')
    ? (JSON.parse(`"${decodeURIComponent(encoded)}"`) as string)
    : encoded;
}
