import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseKeysetCursor } from '../../common/pagination/keyset-cursor.js';
import {
  type KeysetSort,
  orderBy,
  type SortColumn,
  type SortedRow,
  sortValue,
  startAfter,
} from '../../common/pagination/keyset-sort.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { TimeRange } from '../../common/time.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import type { SpanRow } from './span.entity.js';
import { SUBTREE_TOKENS, SUBTREE_TOKENS_JOIN } from './span-grain.js';
import { SPAN_SELECT_LIST } from './spans.queries.js';

export type SubtreeFigure = keyof typeof SUBTREE_TOKENS;

export interface SubtreePage {
  figure: SubtreeFigure;
  descending: boolean;
  /** Cursor of the last span of the previous page. */
  after: string | null;
  limit: number;
  /** The range of the starts of spans, which the conditions contain, too. */
  timeRange?: TimeRange | null;
}

type Row = SpanRow & SortedRow & { sortValue: number };

interface TraceTotal {
  traceId: string;
  total: number;
}

/** The tokens of a trace, which no subtree in it exceeds. */
const TRACE_TOTALS: Record<SubtreeFigure, string> = {
  prompt: 't.prompt_tokens',
  completion: 't.completion_tokens',
  total: '(t.prompt_tokens + t.completion_tokens)',
};

/** Traces to look into first. Their number grows until a page is certain. */
const FIRST_TRACES = 200;
const GROWTH = 4;

/** Spans to read at once while looking for those without tokens. */
const MOST_SPANS = 8000;

/**
 * Every span with tokens in its subtree, and their sums: each span with tokens of its own counts
 * for itself and for those above it. `UNION` ends cycles of parents.
 */
const sumsOf = (spans: string): string => `
  WITH RECURSIVE above (trace_id, span_id, parent_id, origin, prompt, completion) AS (
    SELECT o.trace_id, o.span_id, o.parent_id, o.span_id, o.prompt_tokens, o.completion_tokens
      FROM spans o WHERE ${spans} AND (o.prompt_tokens > 0 OR o.completion_tokens > 0)
    UNION
    SELECT p.trace_id, p.span_id, p.parent_id, a.origin, a.prompt, a.completion
      FROM above a JOIN spans p ON p.trace_id = a.trace_id AND p.span_id = a.parent_id),
  sums AS (
    SELECT trace_id, span_id, coalesce(sum(prompt), 0)::bigint AS prompt,
           coalesce(sum(completion), 0)::bigint AS completion,
           (coalesce(sum(prompt), 0) + coalesce(sum(completion), 0))::bigint AS total
      FROM above GROUP BY trace_id, span_id)`;

/**
 * Lists spans by the tokens of their subtrees, which are not stored: they change with every span
 * that arrives below. Adding up all of a project would take seconds for each page, so this adds up
 * only what may be on the page:
 *
 * - The largest subtrees are in the traces with the most tokens, because none exceeds its trace.
 *   Traces are read in that order until the page is full and no remaining trace has as many tokens.
 *   This usually needs the first 200 traces, after one pass over the totals of all of them.
 * - Spans without tokens below them are most of a project's. They are read in the order of their
 *   IDs, by an index, until the page is full.
 * - Only ascending pages after those without tokens need the sums of the whole project.
 *
 * Filters that exclude the roots, and equal totals, make it read more, up to the whole project. All
 * of it runs as bounded reads. Measured with 500,000 spans in 50,000 traces: 40 ms for a page of the
 * largest, 6 s for the largest of only the leaves, 8 s for an ascending page with tokens.
 */
@Injectable()
export class SpansBySubtreeQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param createConditions returns new conditions on spans `s` of the project.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order, or if it takes too long.
   */
  async list(
    projectId: number,
    createConditions: () => Promise<SqlWhere>,
    page: SubtreePage,
  ): Promise<Row[]> {
    // Each order refuses cursors of other orders, even if it is not needed for the page.
    startAfter(new SqlWhere(), toSort(page, 'sums.total'), page.after);
    const last = page.after === null ? null : Number(parseKeysetCursor(page.after).value);
    if (page.descending) {
      const rows = last === 0 ? [] : await this.listLargest(projectId, createConditions, page);
      if (rows.length >= page.limit) return rows;
      const limit = page.limit - rows.length;
      const after = last === 0 ? page.after : null;
      return [...rows, ...(await this.listEmpty(createConditions, { ...page, after, limit }))];
    }
    const rows = last === null || last === 0 ? await this.listEmpty(createConditions, page) : [];
    if (rows.length >= page.limit) return rows;
    const limit = page.limit - rows.length;
    const after = last === 0 ? null : page.after;
    const where = await createConditions();
    const own = `o.project_id = ${where.bind(projectId)}`;
    return [...rows, ...(await this.listSums(own, where, { ...page, after, limit }))];
  }

  /** Lists spans with tokens in their subtrees, the largest first. */
  private async listLargest(
    projectId: number,
    createConditions: () => Promise<SqlWhere>,
    page: SubtreePage,
  ): Promise<Row[]> {
    let best: Row[] = [];
    let last: TraceTotal | null = null;
    for (let count = FIRST_TRACES; ; count *= GROWTH) {
      const traces = await this.listTraces(projectId, page, last, count);
      const where = await createConditions();
      const traceIds = where.bind(traces.map(({ traceId }) => traceId));
      where.and(`s.trace_id = ANY(${traceIds})`);
      const found = await this.listSums(`o.trace_id = ANY(${traceIds})`, where, page);
      best = [...best, ...found].toSorted(compareLargest).slice(0, page.limit);
      last = traces.at(-1) ?? null;
      if (!last || traces.length < count) return best;
      const worst = best[page.limit - 1];
      if (worst && worst.sortValue > last.total) return best;
    }
  }

  /** Lists the traces with the most tokens, after `last`. */
  private listTraces(
    projectId: number,
    { figure, timeRange }: SubtreePage,
    last: TraceTotal | null,
    count: number,
  ): Promise<TraceTotal[]> {
    const total = TRACE_TOTALS[figure];
    const where = new SqlWhere().andEqual('t.project_id', projectId).and(`${total} > 0`);
    if (timeRange?.start) where.and(`t.end_time >= ${where.bind(timeRange.start)}`);
    if (timeRange?.end) where.and(`t.start_time < ${where.bind(timeRange.end)}`);
    if (last) {
      const place = `(${where.bind(last.total)}::bigint, ${where.bind(last.traceId)}::text)`;
      where.and(`(${total}, t.trace_id) < ${place}`);
    }
    return runBoundedRead(
      this.dataSource,
      `SELECT t.trace_id AS "traceId", ${total} AS total FROM traces t ${where.toString()}
        ORDER BY ${total} DESC, t.trace_id DESC LIMIT ${count}`,
      where.parameters,
    );
  }

  /**
   * Lists spans that meet the conditions and have tokens in their subtrees.
   * @param spans SQL condition on the spans `o` whose tokens count.
   */
  private listSums(spans: string, where: SqlWhere, page: SubtreePage): Promise<Row[]> {
    const column = `sums.${page.figure}`;
    const sort = toSort(page, column);
    startAfter(where.and(`${column} > 0`), sort, page.after);
    return runBoundedRead(
      this.dataSource,
      `${sumsOf(spans)}
       SELECT ${SPAN_SELECT_LIST}, ${sortValue(sort)}
         FROM sums JOIN spans s ON s.trace_id = sums.trace_id AND s.span_id = sums.span_id
        ${where.toString()} ${orderBy(sort)} LIMIT ${page.limit}`,
      where.parameters,
    );
  }

  /** Lists spans without tokens in their subtrees, by row ID. Reads parts of the list until it has enough. */
  private async listEmpty(
    createConditions: () => Promise<SqlWhere>,
    { figure, descending, after, limit }: SubtreePage,
  ): Promise<Row[]> {
    const byId = orderBy({ column: null, descending, id: 's.id' });
    const empty: Row[] = [];
    let last = after === null ? null : parseKeysetCursor(after).id;
    for (let size = limit * GROWTH; ; size = Math.min(size * GROWTH, MOST_SPANS)) {
      const where = await createConditions();
      if (last !== null) where.and(`s.id ${descending ? '<' : '>'} ${where.bind(last)}`);
      const spans = await runBoundedRead<Row & { isEmpty: boolean }>(
        this.dataSource,
        `SELECT ${SPAN_SELECT_LIST}, 0 AS "sortValue", ${SUBTREE_TOKENS[figure]} = 0 AS "isEmpty"
           FROM (SELECT * FROM spans s ${where.toString()} ${byId} LIMIT ${size}) s
           ${SUBTREE_TOKENS_JOIN} ${byId}`,
        where.parameters,
      );
      empty.push(...spans.filter(({ isEmpty }) => isEmpty));
      last = spans.at(-1)?.id ?? null;
      if (empty.length >= limit || spans.length < size) return empty.slice(0, limit);
    }
  }
}

function toSort({ descending }: SubtreePage, sql: string): KeysetSort {
  const column: SortColumn = { sql, type: 'INT', nullable: false };
  return { column, descending, id: 's.id' };
}

function compareLargest(a: Row, b: Row): number {
  return b.sortValue - a.sortValue || b.id - a.id;
}
