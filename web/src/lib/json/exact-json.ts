/** A number that JavaScript would change: beyond 2^53, `1.0`, `1e400`. */
export class ExactNumber {
  constructor(readonly source: string) {}
}

export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json | undefined;
}

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { source?: string },
) => unknown;

/** Keeps the source text of numbers that JavaScript would round. */
const exactly: Reviver = (_key, value, context) => {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return JSON.stringify(value) === source ? value : new ExactNumber(source);
};

/** Parses JSON without changing any number. Throws `SyntaxError` like `JSON.parse`. */
export function parseExactJson(text: string): Json {
  return JSON.parse(text, exactly) as Json;
}

/** Returns the object or list in a JSON text, or undefined for anything else; scalars stay text. */
export function parseStructure(text: string): Json[] | JsonObject | undefined {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    const value = parseExactJson(text);
    return isStructure(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

export function isStructure(value: Json | undefined): value is Json[] | JsonObject {
  return Array.isArray(value) || isObject(value);
}

/**
 * Prints JSON with every number unchanged. `indent` is the number of spaces per level, 0 for one
 * line.
 */
export function printExactJson(value: Json | undefined, indent = 2, level = 0): string {
  if (value instanceof ExactNumber) return value.source;
  if (!isStructure(value)) return JSON.stringify(value ?? null);
  const inner = indent ? `\n${' '.repeat(indent * (level + 1))}` : '';
  const outer = indent ? `\n${' '.repeat(indent * level)}` : '';
  const colon = indent ? ': ' : ':';
  const items = Array.isArray(value)
    ? value.map((item) => printExactJson(item, indent, level + 1))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}${colon}${printExactJson(item, indent, level + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length > 0
    ? `${open}${inner}${items.join(`,${inner}`)}${outer}${close}`
    : open + close;
}
