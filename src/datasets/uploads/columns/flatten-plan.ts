import { isJsonObject, type JsonObject, type JsonValue } from '../../../common/json/json.js';
import type { FileRow } from '../files/file-row.js';
import type { Bucket } from '../form/column-keys.js';
import { MAX_FLATTENED_CHILDREN } from '../limits.js';
import { parseAt, rowError } from './example-fields.js';

/**
 * The columns of one bucket whose children take their place. A child may come from one of them only,
 * and have the name of no other column, all rows taken together: which row has which is no matter.
 * That is found out row by row, because an upload with a fault stores nothing.
 */
export class FlattenPlan {
  private readonly parents: ReadonlySet<string>;
  private readonly others: ReadonlySet<string>;
  /** Children by the column they come from; not kept where there is only one. */
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
   * The children of a column in one row.
   * @throws UnprocessableError for a value that has none, and for a child that clashes.
   */
  childrenOf(key: string, row: FileRow): [string, JsonValue][] {
    const value = row.valueOf(key);
    if (value === undefined && !this.isText) return [];
    const children = Object.entries(this.objectOf(key, value, row));
    for (const [child] of children) this.claim(child, key, row);
    return children;
  }

  private objectOf(key: string, value: JsonValue | undefined, row: FileRow): JsonObject {
    const isCell = this.isText && typeof value === 'string' && value.trimStart().startsWith('{');
    const object = isCell ? parseAt(`${row.place}, column ${JSON.stringify(key)}`, value) : value;
    if (isJsonObject(object)) return object;
    throw rowError(row.place, `column ${JSON.stringify(key)} should hold a JSON object to flatten`);
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
