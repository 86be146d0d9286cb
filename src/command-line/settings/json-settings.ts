import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type FormattingOptions,
  modify,
  parse,
  type ParseError,
  printParseErrorCode,
} from 'jsonc-parser';
import { CommandError } from '../errors/command-error.js';
import type { ChangedValue, Edit, Reverted } from './edit.js';
import { hashText } from './settings-file.js';

/** A value to set in a JSON file. */
export interface JsonSetting {
  path: string[];
  value: unknown;
}

const MARK = '\ufeff';

/** Returns whether a JSON text has all these values already. */
export function hasJsonSettings(text: string, settings: readonly JsonSetting[]): boolean {
  const root = parseObject(text);
  return settings.every(({ path, value }) => isDeepStrictEqual(readValue(root, path), value));
}

/**
 * Sets values in a JSON text, and keeps its comments and its layout.
 * @param text empty for a new file.
 * @throws CommandError if the text is not a JSON object, or a value would have to go below something else.
 */
export function setJsonSettings(text: string, settings: readonly JsonSetting[]): Edit {
  const root = parseObject(text);
  const layout = detectLayout(text);
  const isEmpty = withoutMark(text).trim() === '';
  let next = isEmpty ? `{}${layout.eol}` : text;
  const values: ChangedValue[] = [];
  for (const { path, value } of settings) {
    const before = readValue(root, path);
    const createdParents = countMissing(parseObject(next), path);
    values.push({
      path,
      ...(before !== undefined && { before }),
      createdParents,
      hash: hashValue(value),
    });
    next = setValue(next, path, value, layout);
  }
  if (!hasJsonSettings(next, settings)) {
    throw new CommandError('It has the same key twice. Remove one of them.');
  }
  return { text: next, undo: { format: 'json', values } };
}

/** Undoes changes to values. Keeps values that others have since set in the file. */
export function revertJsonSettings(text: string, values: readonly ChangedValue[]): Reverted {
  let next = text;
  const changed: string[] = [];
  const layout = detectLayout(text);
  for (const { path, before, createdParents, hash } of values.toReversed()) {
    const current = readValue(parseObject(next), path);
    // Somebody has taken it back already.
    if (current === undefined || isDeepStrictEqual(current, before)) continue;
    if (hashValue(current) !== hash) {
      changed.push(path.join('.'));
      continue;
    }
    next = setValue(next, path, before, layout);
    if (before === undefined) next = removeEmptyParents(next, path, createdParents, layout);
  }
  return { text: next, changed };
}

/** Returns whether a JSON text is an object without members. */
export function isEmptyObject(text: string): boolean {
  return Object.keys(parseObject(text)).length === 0;
}

/** Returns whether a text is JSON without comments and trailing commas. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function removeEmptyParents(
  text: string,
  path: readonly string[],
  count: number,
  layout: Layout,
): string {
  let next = text;
  for (let depth = path.length - 1; depth >= path.length - count && depth > 0; depth -= 1) {
    const parent = path.slice(0, depth);
    const value = readValue(parseObject(next), parent);
    if (!isObject(value) || Object.keys(value).length > 0) break;
    next = setValue(next, parent, undefined, layout);
  }
  return next;
}

function setValue(text: string, path: string[], value: unknown, layout: Layout): string {
  const mark = text.startsWith(MARK) ? MARK : '';
  const body = withoutMark(text);
  // A file on one line stays on one line.
  const options = /\n./.test(body) || body.trim() === '{}' ? { formattingOptions: layout } : {};
  return mark + applyEdits(body, modify(body, path, value, options));
}

/** @throws CommandError with what is wrong, and in which line. */
function parseObject(text: string): Record<string, unknown> {
  const body = withoutMark(text);
  if (body.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = body.slice(0, first.offset).split('\n').length;
    throw new CommandError(
      `It is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}. Correct it first.`,
    );
  }
  if (!isObject(value)) throw new CommandError('It is not a JSON object.');
  return value;
}

/** @throws CommandError if something on the way is not an object. */
function readValue(root: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = root;
  for (const [depth, key] of path.entries()) {
    if (!isObject(value)) {
      throw new CommandError(`"${path.slice(0, depth).join('.')}" in it is not an object.`);
    }
    if (!Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Counts the objects that do not exist above a value. */
function countMissing(root: Record<string, unknown>, path: readonly string[]): number {
  const parents = path.slice(0, -1);
  const known = parents.findIndex((_, depth) => {
    return readValue(root, parents.slice(0, depth + 1)) === undefined;
  });
  return known === -1 ? 0 : parents.length - known;
}

type Layout = FormattingOptions & { eol: string };

/** Finds out how a text is indented. */
function detectLayout(text: string): Layout {
  const indentation = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.startsWith('\t') ? 1 : indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function hashValue(value: unknown): string {
  return hashText(JSON.stringify(value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}
