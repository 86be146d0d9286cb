import {
  isObject,
  type Json,
  type JsonObject,
  parseStructure,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { BUCKETS, type Bucket, type ColumnPlan, listColumns } from './column-plan.js';
import type { FilePreview, FileRow } from './file-preview.js';

/** The example that a row becomes. */
export interface PlannedExample {
  line: number;
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
  id: string | undefined;
  splits: string[];
}

/** Returns the examples that the server will read from the first rows of a file. */
export function planExamples(
  preview: FilePreview,
  plan: ColumnPlan,
  limit: number,
): PlannedExample[] {
  const isText = preview.format === 'csv';
  const named = plan.columns.filter(({ bucket }) => bucket !== null);
  const isDotted =
    isText &&
    !named.some(({ isFlattened }) => isFlattened) &&
    named.some(({ name }) => BUCKETS.some((bucket) => name.startsWith(`${bucket}.`)));
  return preview.rows.slice(0, limit).map((row) => {
    const read = (bucket: Bucket) =>
      isDotted ? nestFields(row, plan, bucket) : collectFields(row, plan, bucket);
    return {
      line: row.line,
      input: read('input'),
      output: read('output'),
      metadata: read('metadata'),
      id: plan.exampleId === null ? undefined : readId(row.values.get(plan.exampleId)),
      splits: plan.split === null ? [] : readSplits(row.values.get(plan.split)),
    };
  });
}

function collectFields(row: FileRow, plan: ColumnPlan, bucket: Bucket): JsonObject {
  const entries = listColumns(plan, bucket).flatMap(({ name, isFlattened }): [string, Json][] => {
    const value = row.values.get(name);
    if (value === undefined) return [];
    const fields = isFlattened ? readObject(value) : undefined;
    if (!fields) return [[name, value]];
    return Object.entries(fields).map(([key, item]) => [key, item ?? null]);
  });
  return Object.fromEntries(entries);
}

/** In downloaded datasets, dotted names under a part become nested. */
function nestFields(row: FileRow, plan: ColumnPlan, bucket: Bucket): JsonObject {
  const prefix = `${bucket}.`;
  // Without a prototype, so that no name has a special meaning.
  const root = Object.create(null) as JsonObject;
  for (const { name } of listColumns(plan, bucket)) {
    const value = row.values.get(name);
    if (value === undefined) continue;
    const path = name.startsWith(prefix) ? name.slice(prefix.length).split('.') : [name];
    let owner = root;
    for (const step of path.slice(0, -1)) {
      const next = owner[step];
      owner = isObject(next) ? next : (owner[step] = Object.create(null) as JsonObject);
    }
    owner[path.at(-1)!] = (typeof value === 'string' && parseStructure(value)) || value;
  }
  return root;
}

function readObject(value: Json): JsonObject | undefined {
  const object = typeof value === 'string' ? parseStructure(value) : value;
  return isObject(object) ? object : undefined;
}

function readId(value: Json | undefined): string | undefined {
  const text = writeText(value);
  const isNone = text.trim() === '' || text.trim().toLowerCase() === 'nan';
  return isNone ? undefined : text;
}

function readSplits(value: Json | undefined): string[] {
  const list = typeof value === 'string' ? parseStructure(value) : value;
  const names = Array.isArray(list) ? list : [value];
  const trimmed = names.map((name) => writeText(name).trim()).filter((name) => name !== '');
  return [...new Set(trimmed)];
}

function writeText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : printExactJson(value, 0);
}
