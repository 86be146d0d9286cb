import {
  isObject,
  type Json,
  parseStructure,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import type { FilePreview } from './file-preview.js';

export const BUCKETS = ['input', 'output', 'metadata'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** A column and its destination. */
export interface PlannedColumn {
  name: string;
  /** Null if it is left out. */
  bucket: Bucket | null;
  /** Whether the visible rows contain only objects, so that their fields can replace the column. */
  canFlatten: boolean;
  isFlattened: boolean;
  /** The start of its first value. */
  sample: string;
}

/** The destinations of all columns of a file. */
export interface ColumnPlan {
  columns: PlannedColumn[];
  /** Columns with a special meaning; null if there is none. */
  exampleId: string | null;
  split: string | null;
  spanId: string | null;
}

/** Common names for inputs and for expected outputs. */
const INPUT =
  /^(inputs?|questions?|prompts?|quer(?:y|ies)|instructions?|requests?|messages|text|context|user)$/;
const OUTPUT =
  /^(outputs?|answers?|responses?|expected|references?|completions?|ideal|targets?|labels?|ground_?truths?|expected_(?:outputs?|answers?)|reference_outputs?)$/;
const EXAMPLE_ID = /^(example_id|id|external_id|uuid)$/;
const SPLIT = /^(splits?|dataset_splits?)$/;
const SPAN_ID = /^(span_id|context\.span_id)$/;
/** The column of a download with IDs that the server generated. */
const NODE_ID = 'node_id';
/** The columns that a download adds to each row. */
const NOT_USED = /^(node_id|trace_id)$/;

const SAMPLE_LENGTH = 80;

/**
 * Guesses what columns mean from their names. The first unknown one becomes the input.
 * @param isNew whether the examples are for a new dataset.
 */
export function guessColumns(preview: FilePreview, isNew: boolean): ColumnPlan {
  const { columns, rows, format } = preview;
  const ids = findColumn(columns, EXAMPLE_ID);
  const exampleId = guessExampleId(preview, isNew);
  const split = findColumn(columns, SPLIT);
  const spanId = findColumn(columns, SPAN_ID);
  const planned = columns.map((name): PlannedColumn => {
    const values = rows.map((row) => row.values.get(name)).filter((value) => value !== undefined);
    const hasMeaning = [ids, split, spanId].includes(name);
    const bucket = hasMeaning ? null : guessBucket(name);
    // A blank CSV cell has no fields and is refused.
    const isEverywhere = format === 'jsonl' || values.length === rows.length;
    const canFlatten = isEverywhere && values.length > 0 && values.every(isObjectOrJson);
    const isFlattened = canFlatten && (BUCKETS as readonly string[]).includes(name.toLowerCase());
    return { name, bucket, canFlatten, isFlattened, sample: writeSample(values[0]) };
  });
  if (!planned.some(({ bucket }) => bucket === 'input')) {
    const first = planned.find(({ bucket }) => bucket === 'metadata');
    if (first) first.bucket = 'input';
  }
  return { columns: planned, exampleId, split, spanId };
}

/**
 * Returns the column with the IDs of the examples. IDs that the server generated belong to their dataset, so
 * a download of such a dataset has none for a new one.
 */
export function guessExampleId({ columns, rows }: FilePreview, isNew: boolean): string | null {
  const ids = findColumn(columns, EXAMPLE_ID);
  const areGenerated =
    ids !== null &&
    rows.some(({ values }) => values.has(NODE_ID) && values.get(ids) === values.get(NODE_ID));
  return isNew && areGenerated ? null : ids;
}

/**
 * Keeps the plan of the file before if the columns are the same, because the next file may be a
 * corrected version.
 */
export function keepColumns(guessed: ColumnPlan, before: ColumnPlan | undefined): ColumnPlan {
  const listNames = (plan: ColumnPlan) => JSON.stringify(plan.columns.map(({ name }) => name));
  if (!before || listNames(before) !== listNames(guessed)) return guessed;
  const columns = guessed.columns.map((column, at) => ({
    ...column,
    bucket: before.columns[at]!.bucket,
    isFlattened: column.canFlatten && before.columns[at]!.isFlattened,
  }));
  return { ...before, columns };
}

/** Returns the plan with one column changed. */
export function changeColumnTarget(
  plan: ColumnPlan,
  name: string,
  change: Partial<Pick<PlannedColumn, 'bucket' | 'isFlattened'>>,
): ColumnPlan {
  const columns = plan.columns.map((column) =>
    column.name === name ? { ...column, ...change } : column,
  );
  return { ...plan, columns };
}

/** Returns the columns that become one part of the examples. */
export function listColumns(plan: ColumnPlan, bucket: Bucket | null): PlannedColumn[] {
  return plan.columns.filter((column) => column.bucket === bucket);
}

/** Returns the form fields of the upload that describe the plan. */
export function buildPlanFields(plan: ColumnPlan): [string, string][] {
  const { exampleId, split, spanId } = plan;
  const named = plan.columns.filter(({ bucket }) => bucket !== null);
  return [
    ...named.map(({ name, bucket }): [string, string] => [`${bucket}_keys[]`, name]),
    ...named
      .filter(({ isFlattened }) => isFlattened)
      .map(({ name }): [string, string] => ['flatten_keys[]', name]),
    ...(exampleId === null ? [] : [['example_id_key', exampleId] as [string, string]]),
    ...(split === null ? [] : [['split_key', split] as [string, string]]),
    ...(spanId === null ? [] : [['span_id_key', spanId] as [string, string]]),
  ];
}

function findColumn(columns: readonly string[], pattern: RegExp): string | null {
  return columns.find((column) => pattern.test(column.toLowerCase())) ?? null;
}

function guessBucket(column: string): Bucket | null {
  const name = column.toLowerCase();
  const prefix = BUCKETS.find((bucket) => name.startsWith(`${bucket}.`));
  if (prefix) return prefix;
  if (NOT_USED.test(name)) return null;
  if (INPUT.test(name)) return 'input';
  return OUTPUT.test(name) ? 'output' : 'metadata';
}

function isObjectOrJson(value: Json): boolean {
  return isObject(typeof value === 'string' ? parseStructure(value) : value);
}

function writeSample(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : printExactJson(value, 0);
  return text.replace(/\s+/g, ' ').trim().slice(0, SAMPLE_LENGTH);
}
