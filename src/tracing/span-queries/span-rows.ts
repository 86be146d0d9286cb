import { flattenAttributes } from '../../spans/attributes.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  stringifyJson,
} from '../../kernel/json/json.js';
import { pythonText } from '../../kernel/text/python-text.js';
import { type Cell, DataFrameWriter } from './data-frame.js';
import { toColumns } from './open-inference-columns.js';
import { type QueriedSpan, readPath, SPAN_COLUMNS } from './projection.js';
import type { ElementQuery, SpanQuery } from './span-query.js';

/** Turns spans into the rows of a query's data frame. */
export class SpanRows {
  readonly frame: DataFrameWriter;

  constructor(private readonly query: SpanQuery) {
    const { index, columns, explode, concat } = query;
    const levels = explode ? [index.name, explode.positionName] : [index.name];
    const names = [
      ...(columns ?? SPAN_COLUMNS).map(({ name }) => name),
      ...(explode?.columns ?? []).map(({ name }) => name),
      ...(concat ? this.namesOf(concat) : []),
    ];
    this.frame = new DataFrameWriter(
      [...levels, ...names.map((name) => this.rename(name))],
      levels.length,
      columns ? 'elements' : 'attributes',
    );
  }

  /** Writes the rows of a span: none, or several, if its elements are exploded. */
  write(span: QueriedSpan): string {
    const { index, columns, explode, concat } = this.query;
    const first = index.read(span);
    const values = (columns ?? SPAN_COLUMNS).map((column) => column.read(span));
    if (!columns) return this.frame.row([first, ...values], this.attributesOf(span));
    const joined = concat ? joinElements(span, concat, concat.separator) : [];
    if (!explode) return this.frame.row([first, ...values, ...joined]);
    return listOf(span, explode)
      .map((element, position) => {
        if (!isJsonObject(element)) return '';
        const parts = (explode.columns ?? []).map(({ path }) => readPath(element, path));
        const others = explode.columns ? {} : this.renamed(flattenAttributes(element));
        return this.frame.row([first, position, ...values, ...parts, ...joined], others);
      })
      .join('');
  }

  private attributesOf({ attributes }: QueriedSpan): JsonObject {
    return this.renamed(toColumns(attributes), 'attributes.');
  }

  private renamed(columns: JsonObject, prefix = ''): JsonObject {
    if (prefix === '' && this.query.rename.size === 0) return columns;
    const renamed: JsonObject = {};
    for (const name of Object.keys(columns)) {
      setOwn(renamed, this.rename(prefix + name), columns[name] ?? null);
    }
    return renamed;
  }

  private namesOf({ key, columns }: ElementQuery): string[] {
    return columns ? columns.map(({ name }) => name) : [key];
  }

  private rename(name: string): string {
    return this.query.rename.get(name) ?? name;
  }
}

function joinElements(
  span: QueriedSpan,
  { path, columns, key }: ElementQuery,
  separator: string,
): Cell[] {
  const elements = listOf(span, { path, columns, key });
  const join = (values: (JsonValue | undefined)[]): string =>
    values
      .filter((value) => value !== undefined && value !== null)
      .map(toText)
      .join(separator);
  if (!columns) return [join(elements)];
  return columns.map((column) => join(elements.map((element) => readPath(element, column.path))));
}

function listOf({ attributes }: QueriedSpan, { path }: ElementQuery): JsonValue[] {
  const list = readPath(attributes, path);
  return Array.isArray(list) ? list : [];
}

function toText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && !JSON.isRawJSON(value)
    ? stringifyJson(value)
    : pythonText(value ?? null);
}
