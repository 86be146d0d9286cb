import { toText } from '../../../lib/openinference/attribute-path.js';
import { decodeEscapes } from '../../../lib/json/escaped-text.js';
import { isObject, isStructure, type Json } from '../../../lib/json/exact-json.js';

/** One row of the attributes table. */
export interface FlatAttribute {
  /** A dotted path, with list indices: `llm.input_messages.0.message.role`. */
  path: string;
  value: Json;
}

/** Returns every leaf with its dotted path. Lists of scalars and empty structures are leaves. */
export function flattenAttributes(attributes: Json): FlatAttribute[] {
  const rows: FlatAttribute[] = [];
  const visit = (value: Json, path: string): void => {
    const entries = toEntries(value);
    if (!entries) rows.push({ path, value });
    else for (const [key, item] of entries) visit(item, path ? `${path}.${key}` : key);
  };
  if (isStructure(attributes)) visit(attributes, '');
  return rows.filter((row) => row.path !== '');
}

function toEntries(value: Json): [string, Json][] | undefined {
  if (Array.isArray(value)) {
    return value.some(isStructure) ? value.map((item, i) => [String(i), item]) : undefined;
  }
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [key, item ?? null]);
  return entries.length > 0 ? entries : undefined;
}

/** Returns the rows whose path or value contains `query`, ignoring case. */
export function searchAttributes(
  rows: readonly FlatAttribute[],
  query: string,
): readonly FlatAttribute[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return rows;
  return rows.filter(
    ({ path, value }) =>
      path.toLowerCase().includes(wanted) ||
      decodeEscapes(toText(value) ?? '')
        .toLowerCase()
        .includes(wanted),
  );
}

/** Returns the attributes without the given paths; undefined if nothing is left. */
export function omitPaths(
  attributes: Json,
  shown: readonly string[],
  prefix = '',
): Json | undefined {
  if (!isObject(attributes)) return prefix ? attributes : undefined;
  const rest: [string, Json][] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const path = prefix + key;
    if (value === undefined || shown.includes(path)) continue;
    const kept = omitPaths(value, shown, `${path}.`);
    if (kept !== undefined) rest.push([key, kept]);
  }
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
