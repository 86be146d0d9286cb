import {
  ExactNumber,
  isObject,
  parseStructure,
  printExactJson,
  type Json,
} from '../json/exact-json.js';

/**
 * Returns the value at a dotted path. One key may contain several parts of the path: exporters send
 * lists of objects whose keys contain dots (`[{ "message.role": "user" }]`).
 */
export function readAt(value: Json | undefined, path: string): Json | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(value, key)) continue;
    const found = readAt(value[key], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the value at a path as text, structures as JSON; undefined if it is missing, null or
 * empty.
 */
export function readTextAt(value: Json | undefined, path: string): string | undefined {
  return toText(readAt(value, path));
}

export function toText(found: Json | undefined): string | undefined {
  if (found === undefined || found === null || found === '') return undefined;
  if (typeof found === 'string') return found;
  return found instanceof ExactNumber ? found.source : printExactJson(found);
}

/** Returns the number at a path, or undefined. */
export function readNumberAt(value: Json | undefined, path: string): number | undefined {
  const found = readAt(value, path);
  if (found === undefined || found === null || found === '') return undefined;
  const number = Number(found instanceof ExactNumber ? found.source : found);
  return Number.isNaN(number) ? undefined : number;
}

/** Returns the list at a path, even if it was sent as JSON text; empty if there is none. */
export function readListAt(value: Json | undefined, path: string): Json[] {
  const found = readAt(value, path);
  if (Array.isArray(found)) return found;
  const parsed = typeof found === 'string' ? parseStructure(found) : undefined;
  return Array.isArray(parsed) ? parsed : [];
}

/** Returns the value at a path, with structures in JSON text parsed; undefined if empty. */
export function readStructureAt(value: Json | undefined, path: string): Json | undefined {
  const found = readAt(value, path);
  if (found === null || found === '') return undefined;
  return typeof found === 'string' ? (parseStructure(found) ?? found) : found;
}
