import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import { CommandError } from '../errors/command-error.js';
import type { ChangedPiece, Edit } from './edit.js';

/** Values to set in a table of a TOML file. */
export interface TomlTable {
  /** The name of the table, such as `["mcp_servers", "spandrel"]`. */
  path: string[];
  values: Record<string, TomlValue>;
}

export type TomlValue = string | boolean | { [key: string]: TomlValue };

/** Returns whether a TOML text has all these values already. */
export function hasTomlSettings(text: string, tables: readonly TomlTable[]): boolean {
  const root = parseToml(text);
  return tables.every(({ path, values }) => {
    const table = path.reduce<unknown>(readMember, root);
    return Object.entries(values).every(([key, value]) =>
      isDeepStrictEqual(readMember(table, key), value),
    );
  });
}

/**
 * Sets values in a TOML text. Only the lines of these values change, so everything else keeps its layout.
 * @throws CommandError if the text is not TOML, or sets one of them in a form that lines cannot replace.
 */
export function setTomlSettings(text: string, tables: readonly TomlTable[]): Edit {
  const root = parseToml(text);
  let next = text;
  const pieces: ChangedPiece[] = [];
  for (const table of tables) {
    const { path, values } = table;
    const edited = hasHeader(next, path)
      ? setInTable(next, path, values)
      : appendTable(next, path, values);
    next = edited.text;
    pieces.push(...edited.pieces);
  }
  assertOnlyChanged(root, next, tables);
  return { text: next, undo: { format: 'toml', pieces } };
}

/** @throws CommandError with what is wrong, and in which line. */
export function parseToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '');
    throw new CommandError(
      `It is not valid TOML: ${reason} in line ${error.line}. Correct it first.`,
    );
  }
}

interface Edited {
  text: string;
  pieces: ChangedPiece[];
}

function appendTable(text: string, path: readonly string[], values: TomlTable['values']): Edited {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = [
    '# Added by "spandrel connect"; "spandrel connect --undo" removes it.',
    `[${path.map(writeKey).join('.')}]`,
    ...Object.entries(values).map(([key, value]) => writeLine(key, value)),
  ];
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const inserted = gap + lines.join(eol) + eol;
  return { text: text + inserted, pieces: [{ inserted, removed: '' }] };
}

/** Replaces the lines that set the values, and adds the others below the header. */
function setInTable(text: string, path: readonly string[], values: TomlTable['values']): Edited {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/(?<=\n)/);
  const header = lines.findIndex((line) => isHeaderOf(line, path));
  const following = lines.slice(header + 1).findIndex((line) => /^\s*\[/.test(line));
  const end = following === -1 ? lines.length : header + 1 + following;
  const pieces: ChangedPiece[] = [];
  const added: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const line = writeLine(key, value) + eol;
    const index = lines.findIndex(
      (candidate, at) => at > header && at < end && setsKey(candidate, key),
    );
    if (index === -1) {
      added.push(line);
      continue;
    }
    pieces.push({ inserted: line, removed: lines[index]! });
    lines[index] = line;
  }
  if (added.length > 0) {
    const inserted = added.join('');
    const head = lines[header]!;
    // The header may be the last line of the file, without an end.
    const isUnended = !head.endsWith('\n');
    lines[header] = head + (isUnended ? eol : '') + inserted;
    pieces.push({ inserted: (isUnended ? eol : '') + inserted, removed: '' });
  }
  return { text: lines.join(''), pieces };
}

/** A line may be part of a longer text or array, so the result is compared with what it should be. */
function assertOnlyChanged(
  root: Record<string, unknown>,
  next: string,
  tables: readonly TomlTable[],
): void {
  const expected = structuredClone(root);
  for (const { path, values } of tables) {
    let table: Record<string, unknown> = expected;
    for (const key of path) {
      table[key] ??= {};
      table = table[key] as Record<string, unknown>;
    }
    Object.assign(table, values);
  }
  let result: unknown;
  try {
    result = parseToml(next);
  } catch {
    result = undefined;
  }
  if (isDeepStrictEqual(toPlain(result), toPlain(expected))) return;
  const names = tables.map(({ path }) => `"${path.join('.')}"`).join(' or ');
  throw new CommandError(
    `It sets ${names} in a form that this command does not change. Remove that, or write it as a table with one value in each line.`,
  );
}

/** Tables have no prototype, and times are objects. */
function toPlain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function hasHeader(text: string, path: readonly string[]): boolean {
  return text.split('\n').some((line) => isHeaderOf(line, path));
}

function isHeaderOf(line: string, path: readonly string[]): boolean {
  const parts = path.map((key) => `(?:${key}|"${key}"|'${key}')`);
  return new RegExp(String.raw`^\s*\[\s*${parts.join(String.raw`\s*\.\s*`)}\s*\]\s*(#.*)?$`).test(
    line.trimEnd(),
  );
}

function setsKey(line: string, key: string): boolean {
  return new RegExp(String.raw`^\s*(?:${key}|"${key}"|'${key}')\s*=`).test(line);
}

function writeLine(key: string, value: TomlValue): string {
  return `${writeKey(key)} = ${writeValue(value)}`;
}

function writeKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** JSON strings are valid TOML. */
function writeValue(value: TomlValue): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => writeLine(key, member))
    .join(', ')} }`;
}

function readMember(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return toPlain((value as Record<string, unknown>)[key]);
}
