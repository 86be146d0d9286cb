import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  isRawNumber,
  type JsonValue,
  numberSource,
  numberValue,
  stringifyJson,
} from '../common/json/json.js';
import { parseWireTime } from '../common/time.js';
import { type QueriedSpan, toColumns } from '../tracing/span-queries/span-queries.service.js';

/** A row group ends when it has so many rows or so much text. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 32 * 1024 * 1024;

type Cell = string | bigint | number | null;

/** The types of columns. JSON is text that readers may parse. */
type ColumnType = 'text' | 'json' | 'integer' | 'float' | 'time';

const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  float: { type: 'DOUBLE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
} as const;

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

const COLUMNS: { name: string; type: ColumnType }[] = [
  ...SPAN_COLUMNS,
  ...Object.entries(ATTRIBUTES).map(([name, type]) => ({ name: `attributes.${name}`, type })),
  { name: 'attributes', type: 'json' },
];

const SCHEMA = [
  { name: 'schema', num_children: COLUMNS.length },
  ...COLUMNS.map(({ name, type }) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...ELEMENTS[type],
  })),
];

/** Writes spans as a Parquet file with one row for each, in row groups of limited size. */
export class ParquetFile {
  private readonly bytes = new TakenBytes();
  private readonly writer: ParquetWriter;
  private columns: Cell[][] = COLUMNS.map(() => []);
  private characters = 0;

  constructor() {
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: SCHEMA,
      createdBy: 'spandrel',
    });
  }

  /** Adds spans. Returns the next bytes of the file, if a row group is complete. */
  async add(spans: readonly QueriedSpan[]): Promise<Uint8Array> {
    for (const span of spans) {
      for (const [at, cell] of toRow(span).entries()) {
        this.columns[at]!.push(cell);
        if (typeof cell === 'string') this.characters += cell.length;
      }
    }
    const isFull = this.columns[0]!.length >= GROUP_ROWS || this.characters >= GROUP_CHARACTERS;
    if (isFull) await this.writeGroup();
    return this.bytes.take();
  }

  /** Returns the last bytes of the file. */
  async end(): Promise<Uint8Array> {
    if (this.columns[0]!.length > 0) await this.writeGroup();
    await this.writer.finish();
    return this.bytes.take();
  }

  private async writeGroup(): Promise<void> {
    const columnData = COLUMNS.map(({ name }, at) => ({ name, data: this.columns[at]! }));
    this.columns = COLUMNS.map(() => []);
    this.characters = 0;
    await this.writer.write({ columnData, rowGroupSize: columnData[0]!.data.length });
  }
}

function toRow(span: QueriedSpan): Cell[] {
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

/** Keeps the bytes of a row group until they are taken. */
class TakenBytes extends ByteWriter {
  private readonly taken: Uint8Array[] = [];

  /** The writer of the format flushes after each row group, and counts what it has flushed. */
  flush(): void {
    if (this.index === 0) return;
    this.taken.push(this.getBytes().slice());
    this.index = 0;
  }

  take(): Uint8Array {
    this.flush();
    return Buffer.concat(this.taken.splice(0));
  }
}
