import { getMetadataArgsStorage, type ObjectType } from 'typeorm';
import { MetadataUtils } from 'typeorm/metadata-builder/MetadataUtils.js';

/** The name of a property of an entity. Those that are no columns are refused at run time. */
type ColumnKey<Entity> = keyof Entity & string;

/** A selection of the columns of an entity: the named ones, or all others. */
type Choice<Entity> = readonly ColumnKey<Entity>[] | { except: readonly ColumnKey<Entity>[] };

interface StoredColumn {
  key: string;
  name: string;
  /** The SQL type of an array of its values; null if `unnest` cannot read one. */
  arrayType: string | null;
}

/** Read once for each entity. */
const columnsByEntity = new Map<unknown, readonly StoredColumn[]>();

/**
 * Returns the select list of rows as their entity describes them: `s.id, s.trace_id AS "traceId"`.
 * @param alias of the table; its name if it has none.
 */
export function selectColumns<Entity>(
  entity: ObjectType<Entity>,
  alias: string,
  choice: Choice<Entity> = { except: [] },
): string {
  return choose(entity, choice)
    .map(({ key, name }) => `${alias}.${name}${key === name ? '' : ` AS "${key}"`}`)
    .join(', ');
}

/** Rows as arrays, one for each column, which one statement reads or stores together. */
export interface UnnestedRows {
  /** Names of the columns: `trace_id, span_id`. */
  columns: string;
  /** The rows: `unnest($1::text[], $2::text[])`. */
  source: string;
  parameters: unknown[][];
}

/**
 * Hands rows with some columns of an entity to a statement.
 * @param from the number of the first parameter.
 */
export function unnestRows<Entity, Key extends ColumnKey<Entity>>(
  entity: ObjectType<Entity>,
  keys: readonly Key[],
  rows: readonly Readonly<Record<Key, unknown>>[],
  from = 1,
): UnnestedRows {
  const columns = choose(entity, keys);
  const arrays = columns.map(({ key, arrayType }, at) => {
    if (!arrayType) throw new Error(`${entity.name}.${key} cannot be unnested.`);
    return `$${from + at}::${arrayType}`;
  });
  return {
    columns: columns.map(({ name }) => name).join(', '),
    source: `unnest(${arrays.join(', ')})`,
    parameters: keys.map((key) => rows.map((row) => row[key])),
  };
}

function choose<Entity>(
  entity: ObjectType<Entity>,
  choice: Choice<Entity>,
): readonly StoredColumn[] {
  const columns = readColumns(entity);
  const find = (key: string): StoredColumn => {
    const column = columns.find((one) => one.key === key);
    if (column) return column;
    throw new Error(`${entity.name} has no column "${key}".`);
  };
  if (!('except' in choice)) return choice.map(find);
  const left = new Set(choice.except.map(find));
  return columns.filter((column) => !left.has(column));
}

/** Decorators have described an entity as soon as it can be imported, even without a database. */
function readColumns(entity: ObjectType<unknown>): readonly StoredColumn[] {
  let columns = columnsByEntity.get(entity);
  if (!columns) {
    const storage = getMetadataArgsStorage();
    columns = storage
      .filterColumns(MetadataUtils.getInheritanceTree(entity))
      .map(({ propertyName: key, options: { name = key, type, array } }) => ({
        key,
        name,
        // `unnest` would flatten arrays, and needs the name of a type.
        arrayType: array || typeof type !== 'string' ? null : `${type}[]`,
      }));
    columnsByEntity.set(entity, columns);
  }
  return columns;
}
