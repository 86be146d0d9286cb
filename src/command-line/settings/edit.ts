import { hashText } from './settings-file.js';

/** One changed part of a text, from the first to the last difference. */
export interface Hunk {
  start: number;
  removed: string;
  inserted: string;
}

/** A value in a JSON file, and what was there before. */
export interface ChangedValue {
  path: string[];
  /** Absent if there was none. */
  before?: unknown;
  /** The number of objects above it that the change created. */
  createdParents: number;
  /** Recognizes the value that was written. */
  hash: string;
}

/** A piece of a text, and what it replaced. */
export interface ChangedPiece {
  inserted: string;
  removed: string;
}

/** The values or pieces that undo a change, even if other parts of the file have changed since. */
export type Undo =
  | { format: 'json'; values: ChangedValue[] }
  | { format: 'toml' | 'text'; pieces: ChangedPiece[] };

/** A text with a change, and how to take it back. */
export interface Edit {
  text: string;
  undo: Undo;
}

/** A text without a change, as far as nobody has changed it since. */
export interface Reverted {
  text: string;
  /** The values and lines that have changed since, and were left as they are. */
  changed: string[];
}

/** A change that was made to a file. */
export interface MadeChange {
  path: string;
  /** Whether the change created the file. */
  isNew: boolean;
  /** The folder that was created for it. */
  topFolder?: string | undefined;
  hashBefore: string;
  hashAfter: string;
  hunk: Hunk;
  undo: Undo;
}

/** Describes a change so that it can be taken back later. */
export function describeChange(path: string, before: string | undefined, edit: Edit): MadeChange {
  const original = before ?? '';
  return {
    path,
    isNew: before === undefined,
    hashBefore: hashText(original),
    hashAfter: hashText(edit.text),
    hunk: findHunk(original, edit.text),
    undo: edit.undo,
  };
}

/** Undoes a change in a text that has not changed since. */
export function revertHunk(text: string, { start, removed, inserted }: Hunk): string {
  return text.slice(0, start) + removed + text.slice(start + inserted.length);
}

function findHunk(before: string, after: string): Hunk {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}
