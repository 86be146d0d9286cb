import { Injectable } from '@nestjs/common';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
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
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { selectValues, type ValueSelection } from '../annotation-sorts/annotation-sort.js';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
  toSessionParts,
} from '../../spans/session-key.js';
import { traceLatency } from '../fields/trace.js';
import { TraceEntity } from './trace.entity.js';

/** Select list of a trace. */
export const TRACE_SELECT_LIST = selectColumns(TraceEntity, 't', {
  except: ['sessionRank', 'textRemovedAt', 'keptBecause'],
});

const ANNOTATIONS = { name: 'trace_annotations', hasStartTime: false } as const;

/** SQL for traces. */
@Injectable()
export class TracesQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists one page of the traces that meet the conditions.
   * @param isBounded whether the conditions may be expensive.
   * @throws BadRequestError if expensive conditions take too long.
   */
  async list(
    where: SqlWhere,
    sort: KeysetSort,
    start: PageStart,
    { limit, isBounded }: { limit: number; isBounded: boolean },
  ): Promise<(TraceEntity & SortedRow)[]> {
    await startPage(this.reader, 'traces t', where, sort, start);
    const sql = `SELECT ${TRACE_SELECT_LIST}, ${sortValue(sort)} FROM traces t
        ${where.toString()} ${orderBy(sort)} LIMIT ${limit}`;
    return isBounded
      ? runBoundedRead(this.reader, sql, where.parameters)
      : this.reader.query(sql, where.parameters);
  }

  /**
   * Lists one page of the traces that meet the conditions and have an annotation, by its value.
   * @throws BadRequestError if it takes too long; see also `selectValues`.
   */
  async listByAnnotation(
    where: DistributedWhere,
    values: ValueSelection,
    limit: number,
  ): Promise<(TraceEntity & SortedRow)[]> {
    const { sort } = values;
    return runBoundedRead(
      this.reader,
      `SELECT ${TRACE_SELECT_LIST}, ${sortValue(sort)}
         FROM ${selectValues(where, ANNOTATIONS, values)}
         JOIN traces t ON t.id = judged.target_id
        ${where.toString()} ${orderBy({ ...sort, id: 't.id' })} LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Returns those that exist, in no particular order. */
  async findByRowIds(ids: readonly number[]): Promise<TraceEntity[]> {
    if (ids.length === 0) return [];
    return this.reader.query(`SELECT ${TRACE_SELECT_LIST} FROM traces t WHERE t.id = ANY($1)`, [
      ids,
    ]);
  }

  /** Returns those that exist, in no particular order. */
  async findByTraceIds(traceIds: readonly string[]): Promise<TraceEntity[]> {
    if (traceIds.length === 0) return [];
    return this.reader.query(
      `SELECT ${TRACE_SELECT_LIST} FROM traces t WHERE t.trace_id = ANY($1)`,
      [traceIds],
    );
  }

  /** Lists one page of the traces of each session. */
  async listPagesBySession(
    keys: readonly SessionKey[],
    sort: KeysetSort,
    start: PageStart,
    limit: number,
  ): Promise<(TraceEntity & SortedRow)[]> {
    const where = new SqlWhere();
    where.and(isSameSession('t', 'k'));
    await startPage(this.reader, 'traces t', where, sort, start);
    const page = `SELECT ${TRACE_SELECT_LIST}, ${sortValue(sort)} FROM traces t
      ${where.toString()} ${orderBy(sort)} LIMIT ${limit}`;
    const sql = this.reader.distribution.selectForEach(page, toSessionParts(keys), (value) =>
      where.bind(value),
    );
    return this.reader.query(sql, where.parameters);
  }

  /** Lists the traces of sessions, which must differ, sorted by start. */
  listBySession(keys: readonly SessionKey[]): Promise<TraceEntity[]> {
    return this.reader.query(
      `SELECT ${TRACE_SELECT_LIST} FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}
        ORDER BY t.start_time, t.id`,
      toSessionColumns(keys),
    );
  }

  /** Finds the senders' IDs of sessions of a project by row ID or by the sender's ID. */
  async findSessionIds(
    projectId: number,
    rowIds: readonly number[],
    names: readonly string[],
  ): Promise<string[]> {
    const rows = await this.reader.query<{ sessionId: string }[]>(
      `SELECT session_id AS "sessionId" FROM project_sessions WHERE id = ANY($1) AND project_id = $3
        UNION
       SELECT session_id FROM project_sessions WHERE session_id = ANY($2) AND project_id = $3`,
      [rowIds, names, projectId],
    );
    return rows.map((row) => row.sessionId);
  }
}

/** Returns when the traces of a project that began before a time have ended at the latest. */
export async function findLatestEnd(
  reader: DatabaseReader,
  projectId: number,
  end: string,
): Promise<string | null> {
  const latency = traceLatency('t');
  const [row] = await reader.query<{ latest: string }[]>(
    `SELECT $2::timestamptz + (${latency} + 1) * interval '1 ms' AS latest FROM traces t
      WHERE t.project_id = $1 ORDER BY ${latency} DESC, t.id DESC LIMIT 1`,
    [projectId, end],
  );
  return row?.latest ?? null;
}
