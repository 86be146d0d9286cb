import { cleanText } from '../../../kernel/json/clean-json.js';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { UploadSpace } from '../body/upload-space.js';
import { cleanSplitNames, cleanObject } from '../contents/file-row.js';
import { MAX_ROWS } from '../contents/limits.js';
import {
  closeWith,
  type ParsedExample,
  type ParsedUpload,
  readDatasetName,
  readUploadAction,
} from '../contents/parsed-upload.js';
import { type ColumnName, JsonColumns, parseItem } from './json-columns.js';
import { MemberScanner } from './member-scanner.js';

/**
 * Reads the JSON body of an upload. It contains one list per column instead of rows, so the lists
 * are written to disk and then read in parallel.
 * @throws UnprocessableError. Published clients compare its text.
 */
export async function readJsonUpload(
  body: AsyncIterable<Buffer>,
  space: UploadSpace,
): Promise<ParsedUpload> {
  const columns = new JsonColumns(space);
  try {
    const scanner = new MemberScanner(columns);
    for await (const chunk of body) {
      scanner.push(chunk);
      await columns.flush();
    }
    scanner.end();
    return closeWith(columns, readMembers(columns));
  } catch (error) {
    await columns.close();
    throw error;
  }
}

function readMembers(columns: JsonColumns): Omit<ParsedUpload, 'close'> {
  const { values } = columns;
  const name = readDatasetName(values.get('name'));
  const action = readUploadAction(values.get('action'));
  const description = values.get('description') ?? '';
  if (typeof description !== 'string') {
    throw new UnprocessableError('Dataset description should be a string');
  }
  const count = checkInputs(columns);
  const present: ColumnName[] = ['inputs'];
  for (const column of ['outputs', 'metadata'] as const) {
    if (checkPayloads(columns, column, count)) present.push(column);
  }
  for (const column of ['splits', 'span_ids', 'example_ids'] as const) {
    if (checkTexts(columns, column, count)) present.push(column);
  }
  return {
    name,
    action,
    description: cleanText(description),
    areSplitsProvided: present.includes('splits'),
    examples: readExamples(columns, present),
  };
}

function checkInputs(columns: JsonColumns): number {
  const inputs = columns.list('inputs');
  if (!inputs) {
    if ((columns.values.get('inputs') ?? null) === null) {
      throw new UnprocessableError('input is required');
    }
    throw new UnprocessableError('input should be a list containing only dictionary objects');
  }
  if (inputs.firstMisfit >= 0) {
    throw new UnprocessableError(
      `input should be a list containing only dictionary objects; inputs[${inputs.firstMisfit}] is not an object`,
    );
  }
  if (inputs.items.count > MAX_ROWS) {
    throw new UnprocessableError(`An upload can have at most ${MAX_ROWS} examples.`);
  }
  return inputs.items.count;
}

/** Returns whether the column is present. An empty one counts as absent. */
function checkPayloads(columns: JsonColumns, name: ColumnName, count: number): boolean {
  const column = columns.list(name);
  if (!column && isEmpty(columns.values.get(name))) return false;
  if (column?.items.count === 0) return false;
  if (column?.items.count === count && column.firstMisfit < 0) return true;
  const strange =
    (column?.firstMisfit ?? -1) >= 0 ? `; ${name}[${column!.firstMisfit}] is not an object` : '';
  throw new UnprocessableError(
    `${name} should be a list of same length as input containing only dictionary objects${strange}`,
  );
}

function isEmpty(value: JsonValue | undefined): boolean {
  return !value || (isJsonObject(value) && Object.keys(value).length === 0);
}

const KINDS_OF_TEXTS = {
  splits: 'must be a string, list of strings, or None',
  span_ids: 'must contain only strings or None',
  example_ids: 'must contain only strings or None',
};

function checkTexts(
  columns: JsonColumns,
  name: keyof typeof KINDS_OF_TEXTS,
  count: number,
): boolean {
  const column = columns.list(name);
  if (!column && (columns.values.get(name) ?? null) === null) return false;
  if (!column) throw new UnprocessableError(`${name} must be a list`);
  if (column.items.count !== count) {
    throw new UnprocessableError(`${name} must have same length as inputs`);
  }
  if (column.firstMisfit < 0) return true;
  const where = `${name}[${column.firstMisfit}]`;
  throw new UnprocessableError(
    name === 'splits'
      ? `${where} ${KINDS_OF_TEXTS[name]}`
      : `${name} ${KINDS_OF_TEXTS[name]}; ${where} is neither`,
  );
}

async function* readExamples(
  columns: JsonColumns,
  present: ColumnName[],
): AsyncGenerator<ParsedExample, void> {
  const { count } = columns.list('inputs')!.items;
  const readers = new Map(present.map((name) => [name, columns.list(name)!.items.read()]));
  const next = async (name: ColumnName, row: number): Promise<JsonValue> => {
    const frame = await readers.get(name)?.next();
    return frame?.done === false ? parseItem(`${name}[${row}]`, frame.value) : null;
  };
  for (let row = 0; row < count; row += 1) {
    yield {
      input: toPayload('inputs', row, await next('inputs', row)),
      output: toPayload('outputs', row, await next('outputs', row)),
      metadata: toPayload('metadata', row, await next('metadata', row)),
      splits: toSplits(row, await next('splits', row)),
      spanId: ((await next('span_ids', row)) as string | null)?.trim() || null,
      exampleId: (await next('example_ids', row)) as string | null,
    };
  }
}

function toPayload(name: ColumnName, row: number, value: JsonValue): JsonObject {
  return value === null ? {} : cleanObject(`${name}[${row}]`, value as JsonObject);
}

function toSplits(row: number, value: JsonValue): string[] {
  if (value === null) return [];
  const place = `splits[${row}]`;
  const names = Array.isArray(value) ? value.filter((name) => name !== null) : [value];
  if (names.every((name) => typeof name === 'string')) return cleanSplitNames(names);
  throw new UnprocessableError(`${place} ${KINDS_OF_TEXTS.splits}`);
}
