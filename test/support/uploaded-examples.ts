import { type JsonObject } from '../../src/kernel/json/json.js';
import { ExampleReader } from '../../src/datasets/uploads/columns/example-reader.js';
import { readCsv } from '../../src/datasets/uploads/files/read-csv.js';
import { readJsonl } from '../../src/datasets/uploads/files/read-jsonl.js';
import { readColumnKeys } from '../../src/datasets/uploads/columns/column-keys.js';
import type { ParsedExample } from '../../src/datasets/uploads/contents/parsed-upload.js';
import { collect, inPieces } from './uploaded-bytes.js';

/** The form fields that name columns. */
export type Keys = Record<string, string[] | string>;

/** Reads the column keys from form fields. */
export const keysOf = (keys: Keys) =>
  readColumnKeys(new Map(Object.entries(keys).map(([name, value]) => [name, [value].flat()])));

/** Reads the examples in a CSV file. */
export async function fromCsv(csv: string, keys: Keys): Promise<ParsedExample[]> {
  const reader = new ExampleReader(keysOf(keys), true);
  return (await collect(readCsv(inPieces(csv), () => undefined))).map((row) => reader.read(row));
}

/** Reads the examples in JSON lines, each given as text or as an object. */
export async function fromJsonl(
  lines: (JsonObject | string)[],
  keys: Keys,
): Promise<ParsedExample[]> {
  const reader = new ExampleReader(keysOf(keys), false);
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const rows = await collect(readJsonl(inPieces(text.join('\n'))));
  return rows.map((row) => reader.read(row));
}
