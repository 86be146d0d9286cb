import { Injectable } from '@nestjs/common';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { parseKeysetCursor } from '../../kernel/pagination/keyset-cursor.js';
import {
  type KeysetSort,
  orderBy,
  type SortColumn,
  type SortedRow,
  sortValue,
  startAfter,
} from '../../kernel/pagination/keyset-sort.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import type { SpanRow } from './span.entity.js';
import { SUBTREE_TOKENS, joinSubtreeTokens } from '../conditions/span-grain.js';
import { type SpanScope, SPAN_FIGURES, type SpanFigure } from '../fields/span-figures.js';
import type { SpanConditions } from './spans.filters.js';
import { SPAN_SELECT_LIST } from './spans.queries.js';

export interface SubtreePage {
  figure: SpanFigure;
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

/** Traces to look into first. Their number grows until a page is certain. */
const FIRST_TRACES = 200;
const GROWTH = 4;

const MAX_ROUNDED = 1 + 1e-9;

/** Spans to read at once while looking for those without tokens. */
const MAX_SPANS = 8000;

/** The figures of subtrees that count spans without a value. */
const SUBTREE_VALUES: Partial<Record<SpanFigure, string>> = {
  promptTokens: SUBTREE_TOKENS.prompt,
  completionTokens: SUBTREE_TOKENS.completion,
  tokens: SUBTREE_TOKENS.total,
};

/**
 * Lists spans by the tokens or the cost of their subtrees, which are not stored: they change with
 * every span that arrives below. Adding up all of a project would take seconds for each page, so
 * this adds up only what may be on the page. It also lists spans by their own cost, which is not in
 * their rows.
 *
 * - The largest subtrees are in the traces with the most tokens, because none exceeds its trace.
 *   Traces are read in that order until the page is full and no remaining trace has as many tokens.
 *   This usually needs the first 200 traces, after one pass over the totals of all of them.
 * - Spans without tokens below them are most of a project's. They are read in the order of their
 *   IDs, by an index, until the page is full.
 * - Only ascending pages after those without tokens, and all ascending pages by cost, need the sums
 *   of the whole project.
 *
 * Filters that exclude the roots, and equal totals, make it read more, up to the whole project. All
 * of it runs as bounded reads. Measured with 500,000 spans in 50,000 traces: 40 ms for a page of the
 * largest, 6 s for the largest of only the leaves, 8 s for an ascending page with tokens.
 */
@Injectable()
export class SpansBySubtreeQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * @param createConditions returns new conditions on spans `s` of the project.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order, or if it takes too long.
   */
  async list(
    projectId: number,
    createConditions: () => Promise<SpanConditions>,
    page: SubtreePage,
  ): Promise<Row[]> {
    // Each order refuses cursors of other orders, even if it is not needed for the page.
    startAfter(new SqlWhere(), toSort(page), page.after);
    const { countsAll } = SPAN_FIGURES[page.figure];
    if (!countsAll && page.descending) return this.listLargest(projectId, createConditions, page);
    if (!countsAll) return this.listProject(projectId, createConditions, page);
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
    const rest = await this.listProject(projectId, createConditions, { ...page, after, limit });
    return [...rows, ...rest];
  }

  /** Lists spans with a value by adding up all of the project. */
  private async listProject(
    projectId: number,
    createConditions: () => Promise<SpanConditions>,
    page: SubtreePage,
  ): Promise<Row[]> {
    const conditions = await createConditions();
    const bindProjectId = () => conditions.where.bind(projectId);
    return this.listSums({ bindProjectId }, conditions, page);
  }

  /** Lists spans with a value, the largest first. */
  private async listLargest(
    projectId: number,
    createConditions: () => Promise<SpanConditions>,
    page: SubtreePage,
  ): Promise<Row[]> {
    let best: Row[] = [];
    let last: TraceTotal | null = null;
    for (let count = FIRST_TRACES; ; count *= GROWTH) {
      const traces = await this.listTraces(projectId, page, last, count);
      const conditions = await createConditions();
      const { where } = conditions;
      const traceIds = where.bind(traces.map(({ traceId }) => traceId));
      where.and(`s.trace_id = ANY(${traceIds})`);
      const found = await this.listSums({ traceIds }, conditions, page);
      best = [...best, ...found].toSorted(compareLargest).slice(0, page.limit);
      last = traces.at(-1) ?? null;
      if (!last || traces.length < count) return best;
      const worst = best[page.limit - 1];
      // The same costs may be rounded differently in another order.
      if (worst && worst.sortValue > last.total * MAX_ROUNDED) return best;
    }
  }

  /** Lists the traces with the largest totals, after `last`. */
  private listTraces(
    projectId: number,
    { figure, timeRange }: SubtreePage,
    last: TraceTotal | null,
    count: number,
  ): Promise<TraceTotal[]> {
    const { ofTrace: total, type, countsAll } = SPAN_FIGURES[figure];
    const where = new SqlWhere()
      .andEqual('t.project_id', projectId)
      .and(countsAll ? `${total} > 0` : `${total} IS NOT NULL`);
    if (timeRange?.start) where.and(`t.end_time >= ${where.bind(timeRange.start)}`);
    if (timeRange?.end) where.and(`t.start_time < ${where.bind(timeRange.end)}`);
    if (last) {
      const sqlType = type === 'INT' ? 'bigint' : 'float8';
      const place = `(${where.bind(last.total)}::${sqlType}, ${where.bind(last.traceId)}::text)`;
      where.and(`(${total}, t.trace_id) < ${place}`);
    }
    return runBoundedRead(
      this.reader,
      `SELECT t.trace_id AS "traceId", ${total} AS total FROM traces t ${where.toString()}
        ORDER BY ${total} DESC, t.trace_id DESC LIMIT ${count}`,
      where.parameters,
    );
  }

  /** Lists spans that meet the conditions and have a value. */
  private listSums(
    scope: SpanScope,
    { where, joins }: SpanConditions,
    page: SubtreePage,
  ): Promise<Row[]> {
    const sort = toSort(page);
    startAfter(where, sort, page.after);
    return runBoundedRead(
      this.reader,
      `${SPAN_FIGURES[page.figure].writeSums(scope, where.distribution)}
       SELECT ${SPAN_SELECT_LIST}, ${sortValue(sort)}
         FROM sums JOIN spans s ON s.trace_id = sums.trace_id AND s.span_id = sums.span_id
         ${joins}
        ${where.toString()} ${orderBy(sort)} LIMIT ${page.limit}`,
      where.parameters,
    );
  }

  /** Lists spans without tokens in their subtrees, by row ID. Reads parts of the list until it has enough. */
  private async listEmpty(
    createConditions: () => Promise<SpanConditions>,
    { figure, descending, after, limit }: SubtreePage,
  ): Promise<Row[]> {
    const byId = orderBy({ column: null, descending, id: 's.id' });
    const empty: Row[] = [];
    let last = after === null ? null : parseKeysetCursor(after).id;
    for (let size = limit * GROWTH; ; size = Math.min(size * GROWTH, MAX_SPANS)) {
      const { where, joins } = await createConditions();
      if (last !== null) where.and(`s.id ${descending ? '<' : '>'} ${where.bind(last)}`);
      const spans = await runBoundedRead<Row & { isEmpty: boolean }>(
        this.reader,
        `SELECT ${SPAN_SELECT_LIST}, 0 AS "sortValue", ${SUBTREE_VALUES[figure]} = 0 AS "isEmpty"
           FROM ${selectFirst(`FROM spans s ${joins} ${where.toString()} ${byId} LIMIT ${size}`, where.distribution)}
           ${joinSubtreeTokens(where.distribution)} ${byId}`,
        where.parameters,
      );
      empty.push(...spans.filter(({ isEmpty }) => isEmpty));
      last = spans.at(-1)?.id ?? null;
      if (empty.length >= limit || spans.length < size) return empty.slice(0, limit);
    }
  }
}

/** Selects spans `s`. On distributed tables, what is joined to them needs their rows and not a copy. */
function selectFirst(spans: string, distribution: Distribution): string {
  return distribution.choose({
    single: `(SELECT s.* ${spans}) s`,
    cluster: `(SELECT s.trace_id, s.span_id ${spans}) k
         JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
  });
}

function toSort({ figure, descending }: SubtreePage): KeysetSort {
  const { type } = SPAN_FIGURES[figure];
  const column: SortColumn = { sql: 'sums.value', type, nullable: false };
  return { column, descending, id: 's.id' };
}

function compareLargest(a: Row, b: Row): number {
  return b.sortValue - a.sortValue || b.id - a.id;
}
