import type { JsonObject, JsonValue } from '../../../common/json/json.js';
import { getOwn, isJsonObject, setOwn } from '../../../common/json/json.js';
import type { FileRow } from '../files/file-row.js';
import type { Bucket } from '../form/column-keys.js';
import { parsedOrText, rowError } from './example-fields.js';
import type { FlattenPlan } from './flatten-plan.js';

/** Reads what one bucket (input, output, metadata) holds of each row. */
export type BucketReader = (row: FileRow) => JsonObject;

/** Columns as they are: what a row lacks is left out. */
export function plainReader(keys: readonly string[]): BucketReader {
  return (row) => {
    const object: JsonObject = {};
    for (const key of keys) {
      const value = row.valueOf(key);
      if (value !== undefined) setOwn(object, key, value);
    }
    return object;
  };
}

/** Columns some of which are replaced by the children of the object they hold. */
export function flatteningReader(keys: readonly string[], plan: FlattenPlan): BucketReader {
  return (row) => {
    const object: JsonObject = {};
    for (const key of keys) {
      if (plan.isFlattened(key)) {
        for (const [child, value] of plan.childrenOf(key, row)) setOwn(object, child, value);
      } else {
        const value = row.valueOf(key);
        if (value !== undefined) setOwn(object, key, value);
      }
    }
    return object;
  };
}

/** Whether the columns are those of an exported dataset: `input.question`, `metadata.source.page`. */
export function areDotted(keys: Iterable<string>): boolean {
  return [...keys].some((key) => /^(?:input|output|metadata)\./.test(key));
}

/** Columns of an exported dataset: what is dotted under the name of the bucket becomes nested. */
export function dottedReader(bucket: Bucket, keys: readonly string[]): BucketReader {
  const prefix = `${bucket}.`;
  const columns = keys.map((key) => ({
    key,
    path: key.startsWith(prefix) ? key.slice(prefix.length).split('.') : [key],
  }));
  return (row) => {
    const object: JsonObject = {};
    for (const { key, path } of columns) {
      const value = row.valueOf(key);
      if (value !== undefined) place(object, path, parsedOrText(row.place, value), key, row.place);
    }
    return object;
  };
}

function place(
  root: JsonObject,
  path: readonly string[],
  value: JsonValue,
  key: string,
  at: string,
): void {
  let owner = root;
  for (const step of path.slice(0, -1)) {
    let next = getOwn(owner, step);
    if (next === undefined) {
      next = {};
      setOwn(owner, step, next);
    }
    if (!isJsonObject(next)) throw conflict(at, key);
    owner = next;
  }
  const last = path.at(-1)!;
  if (Object.hasOwn(owner, last)) throw conflict(at, key);
  setOwn(owner, last, value);
}

function conflict(at: string, key: string): Error {
  return rowError(at, `column ${JSON.stringify(key)} conflicts with another of the same name`);
}
