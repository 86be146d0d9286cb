import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  type KeysetSort,
  orderBy,
  type PageStart,
  type SortedRow,
  sortValue,
  startPage,
} from '../../kernel/pagination/keyset-sort.js';
import { selectSpansOfBlocks } from '../../spans/span-blocks.js';
import { payloadOf, payloadSizeOf, selectPayload } from '../../spans/span-payload.js';
import { readPayloads, type StoredPayload } from '../../spans/stored-payload.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { selectValues, type ValueSelection } from '../annotation-sorts/annotation-sort.js';
import { SPAN_CONTENT, SpanEntity, type SpanKey, type SpanRow } from './span.entity.js';
import type { SpanConditions } from './spans.filters.js';

/**
 * Select list of a `SpanRow`. Contains only hot columns, because lists never read attributes,
 * payload or events.
 */
export const SPAN_SELECT_LIST = selectColumns(SpanEntity, 's', { except: SPAN_CONTENT });

/** SQL: whether a span `s` has the attribute `input.value` or `output.value`. */
export function hasOwnValue(end: 'input' | 'output'): string {
  // Of older spans, it is not known without looking.
  return `coalesce(s.has_${end},
    s.attributes ? '${end}.value' OR s.payload #> '{${end},value}' IS NOT NULL)`;
}

/** One string per key. JSON separates the IDs whatever characters they contain. */
export function toSpanKeyText({ traceId, spanId }: SpanKey): string {
  return JSON.stringify([traceId, spanId]);
}

/** The heavy columns of a span as JSON text, which keeps every digit of its numbers. */
export interface SpanContent extends SpanKey {
  attributes: string;
  payload: string | null;
  events: string | null;
}

/** Numbers are text, because they may have any size and precision. */
export interface PromptDetailsRow extends SpanKey {
  cacheRead: string | null;
  cacheWrite: string | null;
  audio: string | null;
}

/** A span, and whether it has an input and an output of its own, besides those in its messages. */
export interface OwnValues extends SpanKey {
  hasInput: boolean;
  hasOutput: boolean;
}

export interface SpanPage {
  sort: KeysetSort;
  start: PageStart;
  /** Null only for the spans of a few blocks. */
  limit: number | null;
  /** Whether the sort needs the trace as `t`. */
  joinsTrace: boolean;
  /** Whether the conditions may be expensive. */
  isBounded: boolean;
  /** Lists only spans in these blocks of their project. */
  blocks?: readonly number[];
}

const ANNOTATIONS = { name: 'span_annotations', hasStartTime: true } as const;

const KEY = 's.trace_id AS "traceId", s.span_id AS "spanId"';

const PROMPT_DETAILS = 'llm.token_count.prompt_details';

/** The documents of a reranker are its output. */
const DOCUMENTS = `CASE s.kind WHEN 'RERANKER' THEN ${payloadOf('s')} #> '{reranker,output_documents}'
  ELSE ${payloadOf('s')} #> '{retrieval,documents}' END`;

/** SQL for spans: lists, and columns of spans by key. */
@Injectable()
export class SpansQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists one page of the spans that meet the conditions.
   * @throws BadRequestError if expensive conditions take too long.
   */
  async list(
    projectId: number,
    { where, joins }: SpanConditions,
    { sort, start, limit, joinsTrace, isBounded, blocks }: SpanPage,
  ): Promise<(SpanRow & SortedRow)[]> {
    await startPage(this.reader, 'spans s', where, sort, start);
    const trace = joinsTrace ? 'JOIN traces t ON t.trace_id = s.trace_id' : '';
    const spans = blocks
      ? `(${selectSpansOfBlocks('s.*', where.bind(projectId), blocks, where)}) s`
      : 'spans s';
    const sql = `SELECT ${SPAN_SELECT_LIST}, ${sortValue(sort)} FROM ${spans} ${trace} ${joins}
        ${where.toString()} ${orderBy(sort)} LIMIT ${limit ?? 'ALL'}`;
    return isBounded
      ? runBoundedRead(this.reader, sql, where.parameters)
      : this.reader.query(sql, where.parameters);
  }

  /** Reads the value by which the last row of a page is sorted; null if the page is not full. */
  async findPageEnd(
    { where, joins }: SpanConditions,
    { sort, start, limit }: SpanPage & { limit: number },
  ): Promise<string | null> {
    await startPage(this.reader, 'spans s', where, sort, start);
    const [last] = await this.reader.query<{ sortValue: string }[]>(
      `SELECT ${sortValue(sort)} FROM spans s ${joins} ${where.toString()} ${orderBy(sort)}
        LIMIT 1 OFFSET ${limit - 1}`,
      where.parameters,
    );
    return last?.sortValue ?? null;
  }

  /**
   * Lists one page of the spans that meet the conditions and have an annotation, by its value.
   * @throws BadRequestError if it takes too long; see also `selectValues`.
   */
  async listByAnnotation(
    { where, joins }: SpanConditions,
    values: ValueSelection,
    limit: number,
  ): Promise<(SpanRow & SortedRow)[]> {
    const { sort } = values;
    return runBoundedRead(
      this.reader,
      `SELECT ${SPAN_SELECT_LIST}, ${sortValue(sort)}
         FROM ${selectValues(where, ANNOTATIONS, values)}
         JOIN spans s ON s.id = judged.target_id ${joins}
        ${where.toString()} ${orderBy({ ...sort, id: 's.id' })} LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Returns those that exist, in no particular order. */
  findByKeys(keys: readonly SpanKey[]): Promise<SpanRow[]> {
    return this.selectByKeys(SPAN_SELECT_LIST, keys);
  }

  /** Returns those that exist, in no particular order. */
  async findByRowIds(ids: readonly number[]): Promise<SpanRow[]> {
    return this.reader.query(`SELECT ${SPAN_SELECT_LIST} FROM spans s WHERE s.id = ANY($1)`, [ids]);
  }

  /** Finds all spans of traces, sorted by start. */
  findByTraceIds(traceIds: readonly string[]): Promise<SpanRow[]> {
    return this.reader.query(
      `SELECT ${SPAN_SELECT_LIST} FROM spans s WHERE s.trace_id = ANY($1)
        ORDER BY s.start_time, s.id`,
      [traceIds],
    );
  }

  async findByRowId(id: number): Promise<SpanRow | null> {
    const [row] = await this.reader.query<SpanRow[]>(
      `SELECT ${SPAN_SELECT_LIST} FROM spans s WHERE s.id = $1 LIMIT 1`,
      [id],
    );
    return row ?? null;
  }

  /** IDs are unique only within a trace. If several spans match, returns the one stored first. */
  async findBySpanId(spanId: string): Promise<SpanRow | null> {
    const [row] = await this.reader.query<SpanRow[]>(
      `SELECT ${SPAN_SELECT_LIST} FROM spans s WHERE s.span_id = $1 ORDER BY s.id LIMIT 1`,
      [spanId],
    );
    return row ?? null;
  }

  /** Finds the traces with a span that has this ID. */
  async findTraceIds(spanId: string): Promise<string[]> {
    const rows = await this.reader.query<{ traceId: string }[]>(
      'SELECT trace_id AS "traceId" FROM spans WHERE span_id = $1',
      [spanId],
    );
    return rows.map((row) => row.traceId);
  }

  /** Reads the compressed sizes of the large columns in bytes, by `toSpanKeyText`. */
  async readSizes(keys: readonly SpanKey[]): Promise<Map<string, number>> {
    const rows = await this.selectByKeys<SpanKey & { size: number }>(
      `${KEY}, pg_column_size(s.attributes) + ${payloadSizeOf('s')}
         + coalesce(pg_column_size(s.events), 0) AS size`,
      keys,
    );
    return new Map(rows.map((row) => [toSpanKeyText(row), row.size]));
  }

  /** Reads all large columns, in no particular order. */
  async readContent(keys: readonly SpanKey[]): Promise<SpanContent[]> {
    const rows = await this.selectByKeys<SpanContent & StoredPayload>(
      `${KEY}, s.attributes::text AS attributes, ${selectPayload('s')}, s.events::text AS events`,
      keys,
    );
    return readPayloads((sql, parameters) => this.reader.query(sql, parameters), rows);
  }

  async readAttributes(keys: readonly SpanKey[]): Promise<Omit<SpanContent, 'events'>[]> {
    const rows = await this.selectByKeys<Omit<SpanContent, 'events'> & StoredPayload>(
      `${KEY}, s.attributes::text AS attributes, ${selectPayload('s')}`,
      keys,
    );
    return readPayloads((sql, parameters) => this.reader.query(sql, parameters), rows);
  }

  readEvents(
    keys: readonly SpanKey[],
  ): Promise<(SpanKey & { events: string | null; startTime: string })[]> {
    return this.selectByKeys(`${KEY}, s.events::text AS events, s.start_time AS "startTime"`, keys);
  }

  readPromptDetails(keys: readonly SpanKey[]): Promise<PromptDetailsRow[]> {
    return this.selectByKeys(
      `${KEY}, s.attributes ->> '${PROMPT_DETAILS}.cache_read' AS "cacheRead",
       s.attributes ->> '${PROMPT_DETAILS}.cache_write' AS "cacheWrite",
       s.attributes ->> '${PROMPT_DETAILS}.audio' AS audio`,
      keys,
    );
  }

  /** Finds out whether ingestion has marked each span as internal to the program that sent it. */
  findInternal(keys: readonly SpanKey[]): Promise<(SpanKey & { isInternal: boolean })[]> {
    return this.selectByKeys(
      `${KEY}, s.attributes ? 'coding_agent.internal' AS "isInternal"`,
      keys,
    );
  }

  /** Finds out whether each span has the attributes `input.value` and `output.value`. */
  findOwnValues(keys: readonly SpanKey[]): Promise<OwnValues[]> {
    return this.selectByKeys(
      `${KEY}, ${hasOwnValue('input')} AS "hasInput", ${hasOwnValue('output')} AS "hasOutput"`,
      keys,
    );
  }

  /** Counts the documents that each span retrieved or reranked. */
  countDocuments(
    keys: readonly SpanKey[],
    tx?: EntityManager,
  ): Promise<(SpanKey & { count: number })[]> {
    return this.selectByKeys(
      `${KEY}, CASE json_typeof(${DOCUMENTS}) WHEN 'array' THEN json_array_length(${DOCUMENTS})
         ELSE 0 END AS count`,
      keys,
      tx,
    );
  }

  private async selectByKeys<Row>(
    selectList: string,
    keys: readonly SpanKey[],
    tx: Pick<EntityManager, 'query'> = this.reader,
  ): Promise<Row[]> {
    return tx.query(
      `SELECT ${selectList}
         FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
         JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
      [keys.map((key) => key.traceId), keys.map((key) => key.spanId)],
    );
  }
}
