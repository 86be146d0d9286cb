import { isFailedSpan } from '../../spans/failure.js';
import { Injectable } from '@nestjs/common';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  type KeysetSort,
  orderBy,
  type SortedRow,
  sortValue,
  startAfter,
} from '../../kernel/pagination/keyset-sort.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import type { SpanRow } from './span.entity.js';
import { addSpanOfTraceFilter, type SpanOfTraceFilter } from './spans.filters.js';
import { SPAN_SELECT_LIST } from './spans.queries.js';

/** One page of the spans of a trace. */
export interface SpanOfTracePage {
  filter: SpanOfTraceFilter;
  sort: KeysetSort;
  /** Cursor of the last span of the previous page. */
  after: string | null;
  limit: number;
}

/** The spans of a trace that match a filter, seen from one span, by their IDs. */
export interface MatchesRow {
  traceId: string;
  count: number;
  /** Number of matches up to the span, if it is one of them. */
  position: number | null;
  previous: string | null;
  next: string | null;
}

/** Spans of a trace that began in one part of its time. */
export interface TimeBinRow {
  traceId: string;
  /** From 0. */
  bin: number;
  spanCount: number;
  errorCount: number;
}

/** Spans above other spans that one request gets at most. */
export const MAX_ANCESTORS = 1000;

/** The ID of the trace for which a query is run. */
const TRACE = 'k.trace_id';

/**
 * SQL that finds spans within their traces, for all traces on a page at once. Every query reads
 * `spans` by its primary key, so it costs as much as the traces have spans, whatever it looks for.
 */
@Injectable()
export class TraceSpansQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists one page of each trace's spans.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order; BadRequestError if a condition
   * takes too long.
   */
  async list(
    traceIds: readonly string[],
    { filter, sort, after, limit }: SpanOfTracePage,
  ): Promise<(SpanRow & SortedRow)[]> {
    const where = new DistributedWhere(this.reader.distribution);
    const [only, another] = traceIds;
    // If a condition names the trace, PostgreSQL can estimate its size.
    const isOne = another === undefined;
    where.and(`s.trace_id = ${isOne ? where.bind(only) : TRACE}`);
    const joins = addSpanOfTraceFilter(where, filter);
    startAfter(where, sort, after);
    const page = `SELECT ${SPAN_SELECT_LIST}, ${sortValue(sort)} FROM spans s ${joins}
       ${where.toString()} ${orderBy(sort)} LIMIT ${limit}`;
    const sql = isOne ? page : this.forEachTrace(page, traceIds, where);
    return this.read(filter, sql, where.parameters);
  }

  /**
   * Finds the neighbors of a span among the spans that match a filter, by start: the next one and
   * the previous one, which wrap around. Without a span, they are the first and the last.
   * @param spanId the sender's ID.
   * @throws BadRequestError if a condition takes too long.
   */
  async findMatches(
    traceIds: readonly string[],
    filter: SpanOfTraceFilter,
    spanId: string | null,
  ): Promise<MatchesRow[]> {
    const where = new DistributedWhere(this.reader.distribution);
    const here = where.bind(spanId);
    where.and(`s.trace_id = ${TRACE}`);
    const joins = addSpanOfTraceFilter(where, filter);
    const find = (condition: string, dir: 'ASC' | 'DESC') =>
      `(SELECT f.span_id FROM found f ${condition} ORDER BY f.start_time ${dir}, f.id ${dir} LIMIT 1)`;
    const compare = (operator: string) =>
      `(f.start_time, f.id) ${operator} (SELECT h.start_time, h.id FROM here h)`;
    const matches = `
        WITH found AS MATERIALIZED (
          SELECT s.span_id, s.start_time, s.id FROM spans s ${joins} ${where.toString()}),
        here AS (
          SELECT h.start_time, h.id FROM spans h
           WHERE h.trace_id = ${TRACE} AND h.span_id = ${here}::text)
        SELECT ${TRACE} AS "traceId", count(*) AS count,
               CASE WHEN bool_or(f.span_id = ${here})
                 THEN count(*) FILTER (WHERE ${compare('<=')}) END AS position,
               coalesce(${find(`WHERE ${compare('<')}`, 'DESC')}, ${find('', 'DESC')}) AS previous,
               coalesce(${find(`WHERE ${compare('>')}`, 'ASC')}, ${find('', 'ASC')}) AS next
          FROM found f`;
    return this.read(filter, this.forEachTrace(matches, traceIds, where), where.parameters);
  }

  /**
   * Finds the spans above any of the given ones in each trace, without these; the nearest
   * `MAX_ANCESTORS`, in no particular order.
   * @param spanIds the senders' IDs.
   */
  async findAncestors(traceIds: readonly string[], spanIds: readonly string[]): Promise<SpanRow[]> {
    if (this.reader.distribution.hasWorkers) {
      const found = await Promise.all(traceIds.map((id) => this.findAncestorsOf(id, spanIds)));
      return found.flat();
    }
    const where = new SqlWhere();
    const given = where.bind(spanIds);
    const ancestors = `${selectAncestors('spans', TRACE, given)}
         SELECT ${SPAN_SELECT_LIST} FROM found b
           JOIN spans s ON s.trace_id = ${TRACE} AND s.span_id = b.span_id`;
    return this.reader.query(this.forEachTrace(ancestors, traceIds, where), where.parameters);
  }

  /**
   * Like `findAncestors`, in one trace. Citus runs recursive queries neither for several traces nor on the
   * views of limited connections, so the first statement finds IDs in the table, and the second one spans.
   */
  private async findAncestorsOf(traceId: string, spanIds: readonly string[]): Promise<SpanRow[]> {
    const found = await this.reader.query<{ spanId: string }[]>(
      `${selectAncestors(this.reader.distribution.tableItself('spans'), '$1', '$2')} SELECT span_id AS "spanId" FROM found`,
      [traceId, spanIds],
    );
    return this.reader.query(
      `SELECT ${SPAN_SELECT_LIST} FROM spans s WHERE s.trace_id = $1 AND s.span_id = ANY($2)`,
      [traceId, found.map(({ spanId }) => spanId)],
    );
  }

  /** Counts the spans that began in each of `bins` equal parts of a trace's time; only those with any. */
  countByTime(traceIds: readonly string[], bins: number): Promise<TimeBinRow[]> {
    return this.reader.query(
      `SELECT t.trace_id AS "traceId", place.bin, count(*) AS "spanCount",
              count(*) FILTER (WHERE ${isFailedSpan('s')}) AS "errorCount"
         FROM traces t JOIN spans s ON s.trace_id = t.trace_id
        CROSS JOIN LATERAL (SELECT greatest(0, least($2 - 1, coalesce(floor($2 *
          extract(epoch FROM s.start_time - t.start_time) /
          nullif(extract(epoch FROM t.end_time - t.start_time), 0)), 0)))::int AS bin) place
        WHERE t.trace_id = ANY($1) GROUP BY t.trace_id, place.bin`,
      [traceIds, bins],
    );
  }

  private forEachTrace(query: string, traceIds: readonly string[], where: SqlWhere): string {
    return this.reader.distribution.selectForEach(
      query,
      [{ alias: TRACE, values: traceIds, type: 'text' }],
      (value) => where.bind(value),
    );
  }

  private read<R>({ addCondition }: SpanOfTraceFilter, sql: string, parameters: unknown[]) {
    return addCondition
      ? runBoundedRead<R>(this.reader, sql, parameters)
      : this.reader.query<R[]>(sql, parameters);
  }
}

/**
 * The start of a statement that finds the IDs of the spans above given ones in a trace: `found`.
 * PostgreSQL stops the recursion at the limit, and `UNION` ends cycles of parents.
 */
function selectAncestors(table: string, traceId: string, given: string): string {
  return `WITH RECURSIVE above (span_id, parent_id, is_given) AS (
      SELECT g.span_id, g.parent_id, true FROM ${table} g
       WHERE g.trace_id = ${traceId} AND g.span_id = ANY(${given})
      UNION
      SELECT p.span_id, p.parent_id, p.span_id = ANY(${given})
        FROM above b JOIN ${table} p ON p.trace_id = ${traceId} AND p.span_id = b.parent_id),
    found AS (SELECT span_id FROM above WHERE NOT is_given LIMIT ${MAX_ANCESTORS})`;
}
