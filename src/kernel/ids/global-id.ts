import { DomainError, NotFoundError, UnprocessableError } from '../errors/errors.js';

const BASE64_ALPHABET = /[^A-Za-z0-9+/=]/g;
const PADDED_BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BEYOND = Number.MAX_SAFE_INTEGER;
const INTEGER = /^\s*[+-]?\d+\s*$/;

export interface GlobalId {
  type: string;
  /** Row ID. */
  id: number;
}

/** Returns the ID that clients see: standard base64 of `TypeName:rowid`, or of `TypeName:key`. */
export function toGlobalId(type: string, id: number | string): string {
  return Buffer.from(`${type}:${id}`, 'utf8').toString('base64');
}

/**
 * Parses a global ID; null if the text is not one. Like the server for which the published clients
 * were written, this ignores characters outside the base64 alphabet, but requires correct padding.
 * Otherwise, a plain name could look like an ID.
 */
export function parseGlobalId(text: string): GlobalId | null {
  const keyed = parseKeyedGlobalId(text);
  if (!keyed || !INTEGER.test(keyed.key)) return null;
  // No row has an ID above 2^53, but the text is still an ID: not found, and greater than all
  // others.
  const id = Math.max(-BEYOND, Math.min(Number(keyed.key), BEYOND));
  return { type: keyed.type, id };
}

/** Like `parseGlobalId`, for types whose key is a string. */
export function parseKeyedGlobalId(text: string): { type: string; key: string } | null {
  const clean = text.replace(BASE64_ALPHABET, '');
  if (clean.length === 0 || clean.length % 4 !== 0 || !PADDED_BASE64.test(clean)) return null;
  const decoded = Buffer.from(clean, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return null;
  return { type: decoded.slice(0, colon), key: decoded.slice(colon + 1) };
}

/** Returns the row ID of a global ID of the given type, or null for any other text. */
export function findRowId(text: string, type: string): number | null {
  const parsed = parseGlobalId(text);
  return parsed?.type === type ? parsed.id : null;
}

/**
 * Returns the row ID of a global ID of the given type.
 * @throws DomainError BAD_USER_INPUT for any other text.
 */
export function requireRowId(text: string, type: string): number {
  const id = findRowId(text, type);
  if (id === null)
    throw new DomainError('BAD_USER_INPUT', `"${text}" is not the ID of ${addArticle(type)}.`);
  return id;
}

/** Returns the row IDs of several global IDs without duplicates. @throws like `requireRowId`. */
export function requireRowIds(texts: readonly string[], type: string): number[] {
  return [...new Set(texts.map((text) => requireRowId(text, type)))];
}

/**
 * Returns the row ID of a global ID in the path, query or body of a REST request.
 * @throws UnprocessableError for a text that is not a global ID, and for the id of another type.
 */
export function rowIdInPath(text: string, type: string): number {
  const parsed = requireGlobalId(text, type);
  if (parsed.type !== type) throw new UnprocessableError(describeOtherType(text, parsed, type));
  return parsed.id;
}

/**
 * Like `rowIdInPath`, for endpoints whose contract requires 404 for the id of another type.
 * @throws UnprocessableError for a text that is not a global ID, NotFoundError for the id of another
 * type.
 */
export function findableRowIdInPath(text: string, type: string): number {
  const parsed = requireGlobalId(text, type);
  if (parsed.type !== type) throw new NotFoundError(describeOtherType(text, parsed, type));
  return parsed.id;
}

function requireGlobalId(text: string, type: string): GlobalId {
  const parsed = parseGlobalId(text);
  if (!parsed) throw new UnprocessableError(`"${text}" is not the ID of ${addArticle(type)}.`);
  return parsed;
}

function describeOtherType(text: string, found: GlobalId, type: string): string {
  return `"${text}" is the ID of ${addArticle(found.type)}, not of ${addArticle(type)}.`;
}

/**
 * Returns the row ID in a REST cursor, or null if there is no cursor.
 * @param type the only type of ID that the list accepts; any type by default.
 * @throws UnprocessableError for any other text.
 */
export function parseCursor(cursor: string | undefined, type?: string): number | null {
  if (!cursor) return null;
  const parsed = parseGlobalId(cursor);
  if (!parsed || (type && parsed.type !== type)) {
    throw new UnprocessableError(`Invalid cursor format: ${cursor}`);
  }
  return parsed.id;
}

/** Returns the name of a type with its article. */
function addArticle(type: string): string {
  return `${/^[AEIO]/i.test(type) ? 'an' : 'a'} ${type}`;
}
