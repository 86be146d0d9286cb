import { FilterSyntaxError } from '../../filter-language/filter-syntax-error.js';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { readSpanCondition, type SpanCondition } from '../conditions/span-condition.js';
import {
  parsePath,
  type Projection,
  type Reading,
  toColumnName,
  toProjection,
} from './projection.js';

const MAX_COLUMNS = 1000;
const DOCUMENTS = 'retrieval.documents';

type Path = ReturnType<typeof parsePath>;

/** The elements of a list of attributes. */
export interface ElementQuery {
  key: string;
  path: Path;
  /** Columns, and the parts of an element in them; null for whole elements. */
  columns: { name: string; path: Path }[] | null;
}

/** A query whose names and condition have been checked. */
export interface SpanQuery {
  condition: SpanCondition | null;
  /** The index, without the position of an exploded element. */
  index: Projection;
  /** The selected columns; null for whole spans. */
  columns: Projection[] | null;
  /** Turns each element into a row. */
  explode: (ElementQuery & { positionName: string }) | null;
  /** Joins the elements into one text. */
  concat: (ElementQuery & { separator: string }) | null;
  rename: ReadonlyMap<string, string>;
  reads: ReadonlySet<Reading>;
}

/**
 * Reads a query as the published clients send it.
 * @throws UnprocessableError that begins with "Invalid query".
 */
export function readSpanQuery(sent: JsonObject): SpanQuery {
  try {
    return read(sent);
  } catch (error) {
    if (!(error instanceof FilterSyntaxError)) throw error;
    throw new UnprocessableError(`Invalid query: ${error.message}`);
  }
}

function read(sent: JsonObject): SpanQuery {
  const select = readColumns(objectAt(sent, 'select'));
  const explode = readExplode(sent);
  const concat = readConcat(sent);
  const isWhole = select.length === 0 && !explode && !concat;
  const indexKey = explode
    ? textAt(objectAt(sent, 'explode'), 'explode', 'primary_index_key')
    : textAt(objectAt(sent, 'index'), 'index', 'key');
  const index = toProjection(indexKey ?? 'context.span_id');
  // The index replaces the column with its name, except in whole spans.
  const columns = isWhole ? null : select.filter(({ name }) => name !== index.name);
  const isElement = explode !== null || concat !== null;
  const reads = [index, ...select].map((projection) => projection.reads);
  if (isElement || isWhole) reads.push('attributes');
  if (isWhole) reads.push('events');
  return {
    condition: readSpanCondition(textAt(objectAt(sent, 'filter'), 'filter', 'condition') ?? ''),
    index,
    columns,
    explode,
    concat,
    rename: readRenaming(objectAt(sent, 'rename')),
    reads: new Set(reads.filter((reading) => reading !== null)),
  };
}

function readColumns(select: JsonObject): Projection[] {
  return entriesOf(select, 'select').map(([label, projection]) => {
    const key =
      typeof projection === 'string'
        ? projection
        : textAt(asObject(projection, `select ${label}`), `select ${label}`, 'key');
    return { ...toProjection(key ?? label), name: toColumnName(label) };
  });
}

function readExplode(sent: JsonObject): SpanQuery['explode'] {
  const explode = objectAt(sent, 'explode');
  const elements = readElements(explode, 'explode');
  const positionName = elements?.key === DOCUMENTS ? 'document_position' : 'position';
  return elements && { ...elements, positionName };
}

function readConcat(sent: JsonObject): SpanQuery['concat'] {
  const concat = objectAt(sent, 'concat');
  const elements = readElements(concat, 'concat');
  return elements && { ...elements, separator: textAt(concat, 'concat', 'separator') ?? '\n\n' };
}

function readElements(sent: JsonObject, part: string): ElementQuery | null {
  const key = textAt(sent, part, 'key');
  if (key === null) {
    if (Object.keys(sent).length === 0) return null;
    throw invalid(`\`${part}\` needs a key.`);
  }
  if (!isStorable(key)) throw invalid(`The key of \`${part}\` contains NUL or a lone surrogate.`);
  const columns = entriesOf(objectAt(sent, 'kwargs'), part).map(([name, path]) => {
    if (typeof path === 'string') return { name, path: parsePath(path) };
    throw invalid(`\`${part}\` must have a path for each column.`);
  });
  return { key, path: parsePath(key), columns: columns.length === 0 ? null : columns };
}

function readRenaming(rename: JsonObject): Map<string, string> {
  return new Map(
    entriesOf(rename, 'rename').map(([from, to]) => {
      if (typeof to === 'string') return [from, to];
      throw invalid('`rename` must have a name for each column.');
    }),
  );
}

function entriesOf(object: JsonObject, part: string): [string, JsonValue][] {
  const entries = Object.entries(object);
  if (entries.length <= MAX_COLUMNS) return entries;
  throw invalid(`\`${part}\` has ${entries.length} columns. The maximum is ${MAX_COLUMNS}.`);
}

/** Returns a part of a query; an empty object if it is absent. */
function objectAt(sent: JsonObject, key: string): JsonObject {
  return asObject(Object.hasOwn(sent, key) ? sent[key] : null, key);
}

function asObject(value: JsonValue | undefined, part: string): JsonObject {
  if (value === null || value === undefined) return {};
  if (isJsonObject(value)) return value;
  throw invalid(`\`${part}\` must be an object.`);
}

function textAt(object: JsonObject, part: string, key: string): string | null {
  const value = Object.hasOwn(object, key) ? object[key] : null;
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  throw invalid(`\`${key}\` of \`${part}\` must be a string.`);
}

function invalid(problem: string): UnprocessableError {
  return new UnprocessableError(`Invalid query: ${problem}`);
}
