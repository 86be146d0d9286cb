import { FilterSyntaxError } from '../../filter-language/filter-syntax-error.js';
import { parseCondition } from '../../filter-language/parser.js';
import { Source } from '../../filter-language/source.js';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { durationMs } from '../../kernel/time/time.js';
import type { SubtreeSums } from '../spans/span-tree.js';
import type { StoredEvent } from '../spans/stored-event.js';
import { type Cell, FrameTime } from './data-frame.js';

/** The columns of a span that queries read. */
export interface QueriedSpan {
  id: number;
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: string;
  statusCode: string;
  statusMessage: string;
  startTime: string;
  endTime: string;
  /** Nested; empty unless a projection reads them. */
  attributes: JsonObject;
  events: StoredEvent[];
  sums: SubtreeSums;
}

/** The parts of a span that a projection reads besides the short columns. */
export type Reading = 'attributes' | 'events' | 'subtree';

/** A value of a span that a query names. */
export interface Projection {
  /** The name of the column, unless the query gives another one. */
  name: string;
  reads: Reading | null;
  read(span: QueriedSpan): Cell;
}

type Path = (string | number)[];

const SPAN_ID = 'context.span_id';
const TRACE_ID = 'context.trace_id';

const NAMED = new Map<string, Projection>([
  ...['span_id', SPAN_ID].map((key) => [key, plain(SPAN_ID, (s) => s.spanId)] as const),
  ...['trace_id', TRACE_ID].map((key) => [key, plain(TRACE_ID, (s) => s.traceId)] as const),
  ...[
    plain('name', (span) => span.name),
    plain('span_kind', (span) => span.kind),
    plain('parent_id', (span) => span.parentId),
    plain('start_time', (span) => new FrameTime(span.startTime)),
    plain('end_time', (span) => new FrameTime(span.endTime)),
    plain('status_code', (span) => span.statusCode),
    plain('status_message', (span) => span.statusMessage),
    plain('latency_ms', (span) => durationMs(span.startTime, span.endTime)),
    { name: 'events', reads: 'events', read: ({ events }: QueriedSpan) => events.map(toJson) },
    { name: 'attributes', reads: 'attributes', read: (span: QueriedSpan) => span.attributes },
    ...tokens('prompt', ({ promptTokens }) => promptTokens),
    ...tokens('completion', ({ completionTokens }) => completionTokens),
    ...tokens('total', (sums) => sums.promptTokens + sums.completionTokens),
  ].map((projection): [string, Projection] => [projection.name, projection as Projection]),
]);

/** The columns of a whole span, without its attributes. */
export const SPAN_COLUMNS: readonly Projection[] = [
  'name',
  'span_kind',
  'parent_id',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'events',
  SPAN_ID,
  TRACE_ID,
].map((key) => NAMED.get(key)!);

/**
 * Finds what a key names: a column of the span, or else an attribute.
 * @throws FilterSyntaxError if it is not a name or path.
 */
export function toProjection(key: string): Projection {
  const named = NAMED.get(key);
  if (named) return named;
  const path = parsePath(key);
  return { name: key, reads: 'attributes', read: (span) => readPath(span.attributes, path) };
}

/** The column name for a label of a query. */
export function toColumnName(label: string): string {
  if (label === 'span_id') return SPAN_ID;
  return label === 'trace_id' ? TRACE_ID : label;
}

/**
 * Parses a path into attributes: dotted, or with keys and indexes in brackets as in conditions.
 * @throws FilterSyntaxError if it is neither.
 */
export function parsePath(key: string): Path {
  if (key.trim() === '') throw new FilterSyntaxError('A key must not be empty', null);
  if (!key.includes('[')) {
    const path = key.split('.');
    return path[0] === 'attributes' && path.length > 1 ? path.slice(1) : path;
  }
  const source = new Source(key);
  const node = parseCondition(source);
  if (node.kind !== 'reference') throw source.error('A key must be a name or a path', node);
  const path = node.steps.flatMap((step): Path => {
    if (step.kind === 'attribute') return [step.name];
    if (step.kind === 'key') return [step.key];
    return step.kind === 'index' ? [step.index] : step.keys;
  });
  return node.name === 'attributes' ? path : [node.name, ...path];
}

/**
 * Reads a part of a nested value; undefined if there is none. A number selects an element of a
 * list. A key that keeps its dots because of a conflict is found by its whole name.
 */
export function readPath(nested: JsonValue, path: Path): JsonValue | undefined {
  let at: JsonValue | undefined = nested;
  for (const step of path) {
    if (at === undefined) break;
    if (Array.isArray(at)) at = /^-?\d+$/.test(String(step)) ? at.at(Number(step)) : undefined;
    else at = isJsonObject(at) ? getOwn(at, String(step)) : undefined;
  }
  return at ?? (isJsonObject(nested) ? getOwn(nested, path.join('.')) : undefined);
}

function plain(name: string, read: (span: QueriedSpan) => Cell): Projection {
  return { name, reads: null, read };
}

/** The tokens of a subtree have an old and a new name. */
function tokens(figure: string, read: (sums: SubtreeSums) => number): Projection[] {
  return [`cumulative_llm_token_count_${figure}`, `cumulative_token_count.${figure}`].map(
    (name) => ({ name, reads: 'subtree', read: ({ sums }) => read(sums) }),
  );
}

function toJson({ name, timestamp, attributes }: StoredEvent): JsonObject {
  return { name, timestamp, attributes };
}
