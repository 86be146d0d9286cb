import { type Comparison, type Filter, invalidFilter, parseFilter } from './filter.js';

/** An attribute that filters may name. */
export interface FilterColumn {
  sql: string;
  /** `text` ignores case, `exact` does not. `id` compares what `toValue` makes of the text. */
  type: 'text' | 'exact' | 'boolean' | 'time' | 'id';
  /** For `id`: the row ID that a text stands for; null for none. */
  toRowId?: (text: string) => number | null;
  /** For an attribute with several values: wraps the comparison with one of them. */
  wrap?: (comparison: string) => string;
}

/** Attributes by their path in lower case, such as `name.familyname`. */
export type FilterColumns = Record<string, FilterColumn>;

const SCHEMA_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;

/**
 * Translates a filter (RFC 7644, 3.4.2.2) to SQL.
 * @param parameters gets the values of the filter.
 * @throws ScimError `invalidFilter` if it cannot be read or names something unknown.
 */
export function toFilterSql(text: string, columns: FilterColumns, parameters: unknown[]): string {
  return new FilterWriter(columns, parameters).write(parseFilter(text));
}

type Compare = Extract<Filter, { kind: 'compare' }>;

class FilterWriter {
  constructor(
    private readonly columns: FilterColumns,
    private readonly parameters: unknown[],
  ) {}

  write(filter: Filter, prefix = ''): string {
    switch (filter.kind) {
      case 'and':
      case 'or': {
        const parts = filter.parts.map((part) => this.write(part, prefix));
        return `(${parts.join(` ${filter.kind} `)})`;
      }
      case 'not':
        return `NOT coalesce(${this.write(filter.part, prefix)}, false)`;
      case 'values':
        return this.write(filter.part, `${prefix}${toKey(filter.path)}.`);
      case 'present': {
        const { sql, wrap } = this.find(prefix, filter.path);
        return wrapped(wrap, `(${sql}) IS NOT NULL`);
      }
      default:
        return this.compare(filter, this.find(prefix, filter.path));
    }
  }

  private find(prefix: string, path: string): FilterColumn {
    const key = `${prefix}${toKey(path)}`;
    const column = Object.hasOwn(this.columns, key) ? this.columns[key] : undefined;
    if (!column)
      throw invalidFilter(`The attribute "${path}" does not exist or cannot be filtered by.`);
    return column;
  }

  private compare({ op, path, value }: Compare, column: FilterColumn): string {
    const { sql, type, wrap } = column;
    if (value === null) {
      if (op === 'eq') return wrapped(wrap, `(${sql}) IS NULL`);
      if (op === 'ne') return wrapped(wrap, `(${sql}) IS NOT NULL`);
      throw invalidFilter(`"${path}" cannot be compared with null by ${op}.`);
    }
    const read = readValue(column, op, value, path);
    const parameter = `$${this.parameters.push(read)}`;
    if (type === 'text') {
      return wrapped(wrap, compareTexts(op, `lower(${sql})`, `lower(${parameter}::text)`));
    }
    if (type === 'exact') return wrapped(wrap, compareTexts(op, sql, `${parameter}::text`));
    const cast = { boolean: 'boolean', time: 'timestamptz', id: 'bigint' }[type];
    return wrapped(wrap, `${sql} ${OPERATORS[op]} ${parameter}::${cast}`);
  }
}

const OPERATORS: Record<string, string> = {
  eq: '=',
  ne: 'IS DISTINCT FROM',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

function compareTexts(op: Comparison, sql: string, value: string): string {
  if (op === 'co') return `strpos(${sql}, ${value}) > 0`;
  if (op === 'sw') return `starts_with(${sql}, ${value})`;
  if (op === 'ew') return `right(${sql}, length(${value})) = ${value}`;
  return `${sql} ${OPERATORS[op]} ${value}`;
}

function readValue(
  { type, toRowId }: FilterColumn,
  op: Comparison,
  value: boolean | number | string,
  path: string,
): unknown {
  const isEquality = op === 'eq' || op === 'ne';
  if (type === 'boolean') {
    // Some clients quote it.
    const text = String(value).toLowerCase();
    if (isEquality && (text === 'true' || text === 'false')) return text === 'true';
    throw invalidFilter(`"${path}" can only be compared with true or false, by eq or ne.`);
  }
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) {
    throw invalidFilter(`"${path}" can only be compared with a text.`);
  }
  if (type === 'id') {
    if (isEquality) return toRowId?.(value) ?? 0;
    throw invalidFilter(`"${path}" can only be compared by eq or ne.`);
  }
  if (type !== 'time') return value;
  const time = Date.parse(value);
  if (op in OPERATORS && !Number.isNaN(time)) return new Date(time).toISOString();
  throw invalidFilter(`"${path}" can only be compared with a time such as 2026-03-01T10:00:00Z.`);
}

const wrapped = (wrap: FilterColumn['wrap'], comparison: string): string =>
  wrap ? wrap(comparison) : comparison;

const toKey = (path: string): string => path.toLowerCase().replace(SCHEMA_PREFIX, '');
