import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { TraceEntity } from './trace.entity.js';

export const TRACE_COLUMNS = `t.trace_id AS "traceId", t.id, t.project_id AS "projectId",
  t.session_id AS "sessionId", t.user_id AS "userId", t.start_time AS "startTime",
  t.end_time AS "endTime", t.span_count AS "spanCount", t.error_count AS "errorCount",
  t.prompt_tokens AS "promptTokens", t.completion_tokens AS "completionTokens"`;

/** Milliseconds with one decimal, written as in the index `traces_project_latency`. */
export const LATENCY = 'round(extract(epoch FROM t.end_time - t.start_time) * 1000, 1)';

const SORT_EXPRESSIONS = { start_time: 't.start_time', latency_ms: LATENCY };

export interface TracePage {
  projectId: number;
  /** Inclusive bound of the trace's start. */
  startTime?: string;
  /** Exclusive bound of the trace's start. */
  endTime?: string;
  /** The sender's session ids; any of them. */
  sessionIds?: string[];
  sort: keyof typeof SORT_EXPRESSIONS;
  order: 'asc' | 'desc';
  /** Row id of the row that opens the page. */
  from: number | null;
  limit: number;
}

@Injectable()
export class TracesQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One page of a project's traces, beginning with the row `from` itself. The page is exact: it
   * compares the sorted value of that row, then its id. When the row is gone, ids are all there is
   * to compare (docs/adr/0007-exact-trace-pages.md).
   */
  async page(page: TracePage): Promise<TraceEntity[]> {
    const sorted = SORT_EXPRESSIONS[page.sort];
    const [direction, reaches] = page.order === 'asc' ? ['ASC', '>='] : ['DESC', '<='];
    const where = new SqlWhere()
      .andEqual('t.project_id', page.projectId)
      .andBetween('t.start_time', page.startTime, page.endTime)
      .andEqual('t.session_id', page.sessionIds);
    if (page.from !== null) {
      const value = await this.sortValue(page.from, sorted);
      const type = page.sort === 'start_time' ? 'timestamptz' : 'numeric';
      where.and(
        value === null
          ? `t.id ${reaches} ${where.bind(page.from)}`
          : `(${sorted}, t.id) ${reaches} (${where.bind(value)}::${type}, ${where.bind(page.from)})`,
      );
    }
    return this.dataSource.query(
      `SELECT ${TRACE_COLUMNS} FROM traces t ${where.toString()}
        ORDER BY ${sorted} ${direction}, t.id ${direction} LIMIT ${page.limit}`,
      where.parameters,
    );
  }

  private async sortValue(id: number, sorted: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ value: string }[]>(
      `SELECT ${sorted} AS value FROM traces t WHERE t.id = $1 LIMIT 1`,
      [id],
    );
    return row?.value ?? null;
  }

  /** In no particular order; unknown ids are left out. */
  async findByRowIds(ids: readonly number[]): Promise<TraceEntity[]> {
    if (ids.length === 0) return [];
    return this.dataSource.query(`SELECT ${TRACE_COLUMNS} FROM traces t WHERE t.id = ANY($1)`, [
      ids,
    ]);
  }

  /** In no particular order; unknown ids are left out. */
  async findByTraceIds(traceIds: readonly string[]): Promise<TraceEntity[]> {
    if (traceIds.length === 0) return [];
    return this.dataSource.query(
      `SELECT ${TRACE_COLUMNS} FROM traces t WHERE t.trace_id = ANY($1)`,
      [traceIds],
    );
  }

  /** Session ids of the named sessions: any by row id, by the sender's id only the project's own. */
  async sessionIdsOf(
    projectId: number,
    rowIds: readonly number[],
    names: readonly string[],
  ): Promise<string[]> {
    const rows = await this.dataSource.query<{ sessionId: string }[]>(
      `SELECT session_id AS "sessionId" FROM project_sessions WHERE id = ANY($1)
        UNION
       SELECT session_id FROM project_sessions WHERE session_id = ANY($2) AND project_id = $3`,
      [rowIds, names, projectId],
    );
    return rows.map((row) => row.sessionId);
  }
}
