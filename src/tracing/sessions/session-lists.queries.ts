import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TimeSpan } from '../project/project-figures.js';
import {
  after,
  type KeysetSort,
  orderBy,
  type SortedRow,
  sortValue,
} from '../../common/pagination/keyset-sort.js';
import type { ProjectSessionEntity } from './project-session.entity.js';
import { isSummed } from './session-sorts.js';
import { SESSION_COLUMNS } from './sessions.queries.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TRACE_COLUMNS } from '../traces/traces.queries.js';

export interface SessionListPage {
  /** Sessions that touch it are listed. */
  range: TimeSpan;
  sort: KeysetSort;
  /** Cursor after which the page begins. */
  after: string | null;
  limit: number;
}

/** Pages of sessions of projects, and of traces of sessions, for many parents at once. */
@Injectable()
export class SessionListsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of each project's sessions, in the order asked for. */
  async ofProjects(
    projectIds: readonly number[],
    page: SessionListPage,
  ): Promise<(ProjectSessionEntity & SortedRow)[]> {
    const { range, sort } = page;
    const where = new SqlWhere();
    const ids = where.bind(projectIds);
    where.and('s.project_id = p.id');
    if (range.start) where.and(`s.end_time >= ${where.bind(range.start)}`);
    if (range.end) where.and(`s.start_time < ${where.bind(range.end)}`);
    after(where, sort, page.after);
    const summed = isSummed(sort);
    const sums = summed ? `WITH sums AS (${sumsOf(where, ids, range)})` : '';
    return this.dataSource.query(
      `${sums} SELECT page.* FROM unnest(${ids}::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${SESSION_COLUMNS}, ${sortValue(sort)} FROM project_sessions s
         ${summed ? 'LEFT JOIN sums ON sums.session_id = s.session_id' : ''}
         ${where.toString()} ${orderBy(sort)} LIMIT ${page.limit}
       ) page`,
      where.parameters,
    );
  }

  /** One page of each session's traces, in the order asked for. */
  async tracesOf(
    sessionIds: readonly string[],
    page: Omit<SessionListPage, 'range'>,
  ): Promise<(TraceEntity & SortedRow)[]> {
    const { sort, limit } = page;
    const where = new SqlWhere();
    const ids = where.bind(sessionIds);
    where.and('t.session_id = k.session_id');
    after(where, sort, page.after);
    return this.dataSource.query(
      `SELECT page.* FROM unnest(${ids}::text[]) AS k (session_id) CROSS JOIN LATERAL (
         SELECT ${TRACE_COLUMNS}, ${sortValue(sort)} FROM traces t
         ${where.toString()} ${orderBy(sort)} LIMIT ${limit}
       ) page`,
      where.parameters,
    );
  }
}

function sumsOf(where: SqlWhere, projectIds: string, range: TimeSpan): string {
  const began = new SqlWhere(where.parameters)
    .and(
      `t.session_id IN (SELECT session_id FROM project_sessions
                         WHERE project_id = ANY(${projectIds}))`,
    )
    .andBetween('t.start_time', range.start, range.end);
  return `SELECT t.session_id, count(*) AS traces,
                 sum(t.prompt_tokens + t.completion_tokens)::bigint AS tokens
            FROM traces t ${began.toString()} GROUP BY t.session_id`;
}
