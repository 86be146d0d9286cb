import {
  isRawNumber,
  type JsonValue,
  numberSource,
  numberValue,
  stringifyJson,
} from '../kernel/json/json.js';
import { parseWireTime } from '../kernel/time/time.js';
import { type QueriedSpan, toColumns } from '../tracing/span-queries/span-queries.service.js';

export type Cell = string | bigint | number | null;

/** The types of columns. JSON is text that readers may parse. */
type ColumnType = 'text' | 'json' | 'integer' | 'float' | 'time';

interface Column {
  name: string;
  type: ColumnType;
  read(span: QueriedSpan): Cell;
}

const SPAN_COLUMNS: Column[] = [
  { name: 'context.span_id', type: 'text', read: (span) => span.spanId },
  { name: 'context.trace_id', type: 'text', read: (span) => span.traceId },
  { name: 'name', type: 'text', read: (span) => span.name },
  { name: 'span_kind', type: 'text', read: (span) => span.kind },
  { name: 'parent_id', type: 'text', read: (span) => span.parentId },
  { name: 'start_time', type: 'time', read: (span) => parseWireTime(span.startTime) },
  { name: 'end_time', type: 'time', read: (span) => parseWireTime(span.endTime) },
  { name: 'status_code', type: 'text', read: (span) => span.statusCode },
  { name: 'status_message', type: 'text', read: (span) => span.statusMessage },
  { name: 'events', type: 'json', read: (span) => stringifyJson(span.events) },
];

/**
 * The attributes with columns of their own. A file begins before all spans are known, so the columns are
 * the same in every file. Other attributes, and those of another type, are members of the last column.
 */
const ATTRIBUTES: Record<string, ColumnType> = {
  'openinference.span.kind': 'text',
  'session.id': 'text',
  'user.id': 'text',
  'tag.tags': 'json',
  metadata: 'json',
  'input.value': 'text',
  'input.mime_type': 'text',
  'output.value': 'text',
  'output.mime_type': 'text',
  'llm.model_name': 'text',
  'llm.provider': 'text',
  'llm.system': 'text',
  'llm.invocation_parameters': 'text',
  'llm.input_messages': 'json',
  'llm.output_messages': 'json',
  'llm.tools': 'json',
  'llm.prompt_template.template': 'text',
  'llm.prompt_template.variables': 'json',
  'llm.token_count.prompt': 'integer',
  'llm.token_count.completion': 'integer',
  'llm.token_count.total': 'integer',
  'llm.cost.prompt': 'float',
  'llm.cost.completion': 'float',
  'llm.cost.total': 'float',
  'tool.name': 'text',
  'tool.description': 'text',
  'tool.parameters': 'json',
  'agent.name': 'text',
  'embedding.model_name': 'text',
  'embedding.embeddings': 'json',
  'retrieval.documents': 'json',
  'reranker.query': 'text',
  'reranker.model_name': 'text',
  'reranker.input_documents': 'json',
  'reranker.output_documents': 'json',
};

export const COLUMNS: { name: string; type: ColumnType }[] = [
  ...SPAN_COLUMNS,
  ...Object.entries(ATTRIBUTES).map(([name, type]) => ({ name: `attributes.${name}`, type })),
  { name: 'attributes', type: 'json' },
];

/** Returns the cells of a span in the order of the columns. */
export function toRow(span: QueriedSpan): Cell[] {
  const others = toColumns(span.attributes);
  const attributes = Object.entries(ATTRIBUTES).map(([name, type]) => {
    const value = Object.hasOwn(others, name) ? (others[name] ?? null) : null;
    const cell = toCell(value, type);
    if (cell !== null) delete others[name];
    return cell;
  });
  const rest = Object.keys(others).length === 0 ? null : stringifyJson(others);
  return [...SPAN_COLUMNS.map((column) => column.read(span)), ...attributes, rest];
}

/** Returns null for a value of another type. */
function toCell(value: JsonValue, type: ColumnType): Cell {
  if (value === null) return null;
  if (type === 'json') return stringifyJson(value);
  if (type === 'text') return typeof value === 'string' ? value : null;
  if (typeof value !== 'number' && !isRawNumber(value)) return null;
  if (type === 'float') return numberValue(value);
  const source = numberSource(value);
  return /^-?\d{1,18}$/.test(source) ? BigInt(source) : null;
}
