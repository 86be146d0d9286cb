import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProjectSessionEntity } from './project-session.entity.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TRACE_COLUMNS } from '../traces/traces.queries.js';

export const SESSION_COLUMNS = `s.session_id AS "sessionId", s.id, s.project_id AS "projectId",
  s.start_time AS "startTime", s.end_time AS "endTime"`;

const SORT_COLUMNS = { id: 's.id', start_time: 's.start_time', end_time: 's.end_time' };

export interface SessionPage {
  /** Absent: sessions of all projects. */
  projectId?: number;
  sort: keyof typeof SORT_COLUMNS;
  order: 'asc' | 'desc';
  /** Row id of the row that opens the page. */
  from: number | null;
  limit: number;
}

@Injectable()
export class SessionsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One page of sessions, beginning with the row `from` itself. Across projects, each project's own
   * first rows are read off its index and merged, so that no list is sorted as a whole.
   */
  async page(page: SessionPage): Promise<ProjectSessionEntity[]> {
    const sorted = SORT_COLUMNS[page.sort];
    const [direction, reaches] = page.order === 'asc' ? ['ASC', '>='] : ['DESC', '<='];
    const order = `ORDER BY ${sorted} ${direction}, s.id ${direction} LIMIT ${page.limit}`;
    const ofProjects = new SqlWhere().andEqual('p.id', page.projectId);
    const where = new SqlWhere(ofProjects.parameters).and('s.project_id = p.id');
    if (page.from !== null) {
      const value = page.sort === 'id' ? null : await this.sortValue(page.from, sorted);
      const id = where.bind(page.from);
      where.and(
        value === null
          ? `s.id ${reaches} ${id}`
          : `(${sorted}, s.id) ${reaches} (${where.bind(value)}::timestamptz, ${id})`,
      );
    }
    return this.dataSource.query(
      `SELECT ${SESSION_COLUMNS} FROM projects p
        CROSS JOIN LATERAL (
          SELECT * FROM project_sessions s ${where.toString()} ${order}
        ) s ${ofProjects.toString()} ${order}`,
      where.parameters,
    );
  }

  /** The value by which a row is sorted, or null when the row is gone: ids are compared then. */
  private async sortValue(id: number, sorted: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ value: string }[]>(
      `SELECT ${sorted} AS value FROM project_sessions s WHERE s.id = $1`,
      [id],
    );
    return row?.value ?? null;
  }

  /** In no particular order; unknown ids are left out. */
  findByRowIds(ids: readonly number[]): Promise<ProjectSessionEntity[]> {
    return this.dataSource.query(
      `SELECT ${SESSION_COLUMNS} FROM project_sessions s WHERE s.id = ANY($1)`,
      [ids],
    );
  }

  /** In no particular order; unknown ids are left out. */
  findBySessionIds(sessionIds: readonly string[]): Promise<ProjectSessionEntity[]> {
    return this.dataSource.query(
      `SELECT ${SESSION_COLUMNS} FROM project_sessions s WHERE s.session_id = ANY($1)`,
      [sessionIds],
    );
  }

  /** The traces of sessions by start time, whatever project they are in. */
  tracesOf(sessionIds: readonly string[]): Promise<TraceEntity[]> {
    return this.dataSource.query(
      `SELECT ${TRACE_COLUMNS} FROM traces t WHERE t.session_id = ANY($1)
        ORDER BY t.start_time, t.id`,
      [sessionIds],
    );
  }
}
