import { DomainError } from '../errors/errors.js';

/** The content of a keyset cursor: a row and its value in the sorted column. */
export interface KeysetCursor {
  id: number;
  /** Absent if the list is sorted by ID alone. */
  value?: string | number | null;
  type?: 'NULL' | 'STRING' | 'INT' | 'FLOAT' | 'DATETIME';
}

const FORM = /^(\d+)(?::(NULL|STRING|INT|FLOAT|DATETIME):([\s\S]*))?$/;

/** Returns base64 of `rowid` or `rowid:TYPE:value`, which is opaque to clients. */
export function toKeysetCursor({ id, value, type }: KeysetCursor): string {
  const text = type === undefined ? String(id) : `${id}:${type}:${value ?? ''}`;
  return Buffer.from(text, 'utf8').toString('base64');
}

/** @throws DomainError BAD_USER_INPUT if `toKeysetCursor` did not create the cursor. */
export function parseKeysetCursor(cursor: string): KeysetCursor {
  const match = FORM.exec(Buffer.from(cursor, 'base64').toString('utf8'));
  const id = Number(match?.[1]);
  if (!match || !Number.isSafeInteger(id)) {
    throw new DomainError('BAD_USER_INPUT', `Invalid cursor: ${cursor}`);
  }
  const type = match[2] as KeysetCursor['type'];
  if (type === undefined) return { id };
  const text = match[3] ?? '';
  if (type === 'NULL') return { id, type, value: null };
  const isNumber = type === 'INT' || type === 'FLOAT';
  if (isNumber && !Number.isFinite(Number(text))) {
    throw new DomainError('BAD_USER_INPUT', `Invalid cursor: ${cursor}`);
  }
  return { id, type, value: isNumber ? Number(text) : text };
}

/**
 * Returns the row ID in the cursor of a list sorted by row ID alone.
 * @throws DomainError BAD_USER_INPUT for any other cursor.
 */
export function parseRowCursor(cursor: string): number {
  const { id, type } = parseKeysetCursor(cursor);
  if (type === undefined) return id;
  throw new DomainError('BAD_USER_INPUT', `Invalid cursor for this order: ${cursor}`);
}
