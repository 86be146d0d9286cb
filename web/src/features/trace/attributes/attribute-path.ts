import {
  ExactNumber,
  isObject,
  parseStructure,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import type { Json } from '../../../lib/json/exact-json.js';

/**
 * The value at a dotted path. Parts of a path may be joined in one key: exporters send lists of objects
 * whose keys keep their dots (`[{ "message.role": "user" }]`).
 */
export function at(value: Json | undefined, path: string): Json | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(value, key)) continue;
    const found = at(value[key], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value at a path as text: structures as JSON; absent, null and empty values as `undefined`. */
export function textAt(value: Json | undefined, path: string): string | undefined {
  return toText(at(value, path));
}

export function toText(found: Json | undefined): string | undefined {
  if (found === undefined || found === null || found === '') return undefined;
  if (typeof found === 'string') return found;
  return found instanceof ExactNumber ? found.source : printExactJson(found);
}

/** The number at a path, `undefined` when it is none. */
export function numberAt(value: Json | undefined, path: string): number | undefined {
  const found = at(value, path);
  if (found === undefined || found === null || found === '') return undefined;
  const number = Number(found instanceof ExactNumber ? found.source : found);
  return Number.isNaN(number) ? undefined : number;
}

/** The list at a path, also when it was sent as JSON text; empty when there is none. */
export function listAt(value: Json | undefined, path: string): Json[] {
  const found = at(value, path);
  if (Array.isArray(found)) return found;
  const parsed = typeof found === 'string' ? parseStructure(found) : undefined;
  return Array.isArray(parsed) ? parsed : [];
}

/** The value at a path, with JSON text of a structure read; empty values as `undefined`. */
export function structureAt(value: Json | undefined, path: string): Json | undefined {
  const found = at(value, path);
  if (found === null || found === '') return undefined;
  return typeof found === 'string' ? (parseStructure(found) ?? found) : found;
}
