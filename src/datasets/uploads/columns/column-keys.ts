import { UnprocessableError } from '../../../kernel/errors/errors.js';

export const BUCKETS = ['input', 'output', 'metadata'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The columns of a file that an example consists of. */
export interface ColumnKeys {
  buckets: Record<Bucket, string[]>;
  /** The column with the name of a split, or a list of names. */
  split: string | null;
  /** Columns with one split name each (the older form). */
  splits: string[];
  spanId: string | null;
  exampleId: string | null;
  /** Columns that are replaced by their children. */
  flattened: ReadonlySet<string>;
}

/**
 * Reads the column names in a form.
 * @throws UnprocessableError if it uses both forms for splits.
 */
export function readColumnKeys(fields: ReadonlyMap<string, string[]>): ColumnKeys {
  const set = (name: string): string[] => {
    const keys = (fields.get(name) ?? []).filter((key) => key.trim() !== '');
    return [...new Set(keys)];
  };
  const single = (name: string): string | null => {
    const key = fields.get(name)?.at(-1);
    return key?.trim() ? key : null;
  };
  const split = single('split_key');
  const splits = set('split_keys[]');
  if (split !== null && splits.length > 0) {
    throw new UnprocessableError('Use either split_key or split_keys[], not both.');
  }
  return {
    buckets: {
      input: set('input_keys[]'),
      output: set('output_keys[]'),
      metadata: set('metadata_keys[]'),
    },
    split,
    splits,
    spanId: single('span_id_key'),
    exampleId: single('example_id_key'),
    flattened: new Set(set('flatten_keys[]')),
  };
}

/**
 * Checks that a file has the named columns.
 * @throws UnprocessableError that lists the missing columns and their group.
 */
export function requireColumns(keys: ColumnKeys, columns: readonly string[]): void {
  const present = new Set(columns);
  const groups: [string, readonly (string | null)[]][] = [
    ...BUCKETS.map((bucket): [string, string[]] => [`${bucket}_keys`, keys.buckets[bucket]]),
    ['split_key', [keys.split]],
    ['split_keys', keys.splits],
    ['span_id_key', [keys.spanId]],
    ['example_id_key', [keys.exampleId]],
  ];
  for (const [group, named] of groups) {
    const missing = named.filter((key) => key !== null && !present.has(key));
    if (missing.length > 0) {
      const list = missing.map((key) => JSON.stringify(key)).join(', ');
      throw new UnprocessableError(`${group} not found in column headers: ${list.slice(0, 1000)}`);
    }
  }
}
