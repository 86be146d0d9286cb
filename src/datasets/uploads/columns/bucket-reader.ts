import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../../../kernel/json/json.js';
import { keepKeyOrder } from '../../../kernel/json/key-order.js';
import { type FileRow, parseAt, parseIfJson, rowError } from '../contents/file-row.js';
import { MAX_FLATTENED_CHILDREN } from '../contents/limits.js';
import type { Bucket } from './column-keys.js';

/** Reads one bucket (input, output or metadata) of a row. */
export type BucketReader = (row: FileRow) => JsonObject;

/** Reads columns unchanged, without missing values. */
export function readPlain(keys: readonly string[]): BucketReader {
  return (row) => {
    const object: JsonObject = {};
    for (const key of keys) {
      const value = row.valueOf(key);
      if (value !== undefined) setOwn(object, key, value);
    }
    return keepKeyOrder(object, keys);
  };
}

/** Reads columns, and replaces some by the members of their objects. */
export function readFlattened(keys: readonly string[], plan: FlattenPlan): BucketReader {
  return (row) => {
    const object: JsonObject = {};
    const names: string[] = [];
    const add = (name: string, value: JsonValue) => {
      names.push(name);
      setOwn(object, name, value);
    };
    for (const key of keys) {
      if (plan.isFlattened(key)) {
        for (const [child, value] of plan.childrenOf(key, row)) add(child, value);
      } else {
        const value = row.valueOf(key);
        if (value !== undefined) add(key, value);
      }
    }
    return keepKeyOrder(object, names);
  };
}

/** Returns whether the columns come from an exported dataset: `input.question`, `metadata.source.page`. */
export function areDotted(keys: Iterable<string>): boolean {
  return [...keys].some((key) => /^(?:input|output|metadata)\./.test(key));
}

/** Reads columns of an exported dataset, and nests dotted names below the name of the bucket. */
export function readDotted(bucket: Bucket, keys: readonly string[]): BucketReader {
  const prefix = `${bucket}.`;
  const columns = keys.map((key) => ({
    key,
    path: key.startsWith(prefix) ? key.slice(prefix.length).split('.') : [key],
  }));
  return (row) => {
    const object: JsonObject = {};
    for (const { key, path } of columns) {
      const value = row.valueOf(key);
      if (value !== undefined)
        setAtPath(object, path, parseIfJson(row.place, value), key, row.place);
    }
    return keepKeyOrder(
      object,
      columns.map(({ path }) => path[0]!),
    );
  };
}

function setAtPath(
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
    if (!isJsonObject(next)) throw columnConflict(at, key);
    owner = next;
  }
  const last = path.at(-1)!;
  if (Object.hasOwn(owner, last)) throw columnConflict(at, key);
  setOwn(owner, last, value);
}

function columnConflict(at: string, key: string): Error {
  return rowError(at, `column ${JSON.stringify(key)} conflicts with another of the same name`);
}

/**
 * The columns of one bucket that are replaced by their children. In the whole file, a child may
 * come from only one column and must not have the name of another. Conflicts can be detected row by
 * row, because a faulty upload stores nothing.
 */
export class FlattenPlan {
  private readonly parents: ReadonlySet<string>;
  private readonly others: ReadonlySet<string>;
  /** The column that each child comes from; not needed if there is only one column. */
  private readonly origins = new Map<string, string>();

  constructor(
    private readonly bucket: Bucket,
    keys: readonly string[],
    flattened: ReadonlySet<string>,
    private readonly isText: boolean,
  ) {
    this.parents = new Set(keys.filter((key) => flattened.has(key)));
    this.others = new Set(keys.filter((key) => !flattened.has(key)));
  }

  isFlattened(key: string): boolean {
    return this.parents.has(key);
  }

  /**
   * Returns the children of a column in one row.
   * @throws UnprocessableError for a value without children, and for a conflicting child.
   */
  childrenOf(key: string, row: FileRow): [string, JsonValue][] {
    const value = row.valueOf(key);
    if (value === undefined && !this.isText) return [];
    const children = Object.entries(this.readObject(key, value, row));
    for (const [child] of children) this.claim(child, key, row);
    return children;
  }

  private readObject(key: string, value: JsonValue | undefined, row: FileRow): JsonObject {
    const isCell = this.isText && typeof value === 'string' && value.trimStart().startsWith('{');
    const object = isCell ? parseAt(`${row.place}, column ${JSON.stringify(key)}`, value) : value;
    if (isJsonObject(object)) return object;
    throw rowError(
      row.place,
      `column ${JSON.stringify(key)} should contain a JSON object to flatten`,
    );
  }

  private claim(child: string, key: string, row: FileRow): void {
    if (this.others.has(child)) {
      throw rowError(
        row.place,
        `columns of ${this.bucket}_keys conflict with flattened children: ${JSON.stringify(child)}`,
      );
    }
    if (this.parents.size === 1) return;
    const origin = this.origins.get(child);
    if (origin === key) return;
    if (origin !== undefined) {
      throw rowError(
        row.place,
        `${JSON.stringify(child)} of column ${JSON.stringify(key)} is already emitted ` +
          `by column ${JSON.stringify(origin)} in ${this.bucket}_keys`,
      );
    }
    if (this.origins.size >= MAX_FLATTENED_CHILDREN) {
      throw rowError(
        row.place,
        `flattened columns have more than ${MAX_FLATTENED_CHILDREN} children`,
      );
    }
    this.origins.set(child, key);
  }
}
