import { toText } from './attribute-path.js';
import { isObject, isStructure } from '../../../lib/json/exact-json.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** One row of the attributes table. */
export interface FlatAttribute {
  /** Dotted path, with positions in lists: `llm.input_messages.0.message.role`. */
  path: string;
  value: Json;
}

/** Every leaf with its dotted path; lists of scalars and empty structures are leaves. */
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

/** Rows whose path or value holds `query`, ignoring case. */
export function searchAttributes(
  rows: readonly FlatAttribute[],
  query: string,
): readonly FlatAttribute[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return rows;
  return rows.filter(
    ({ path, value }) =>
      path.toLowerCase().includes(wanted) || toText(value)?.toLowerCase().includes(wanted),
  );
}

/** What is left of the attributes once the paths shown elsewhere are taken out; `undefined` when nothing. */
export function withoutPaths(
  attributes: Json,
  shown: readonly string[],
  prefix = '',
): Json | undefined {
  if (!isObject(attributes)) return prefix ? attributes : undefined;
  const rest: [string, Json][] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const path = prefix + key;
    if (value === undefined || shown.includes(path)) continue;
    const kept = withoutPaths(value, shown, `${path}.`);
    if (kept !== undefined) rest.push([key, kept]);
  }
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
