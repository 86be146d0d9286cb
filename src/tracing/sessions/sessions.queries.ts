import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  createCursorWriter,
  type KeysetSort,
  orderBy,
  type PageStart,
  type SortedRow,
  sortValue,
  startPage,
  type SortColumn,
} from '../../kernel/pagination/keyset-sort.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { addRowCondition, type RowCondition } from '../conditions/row-condition.js';
import type { Matches } from '../matches/matches.service.js';
import { type AnnotationKey, selectValues } from '../annotation-sorts/annotation-sort.js';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
} from '../../spans/session-key.js';
import type { FieldSort } from '../fields/field.js';
import { totalTurns } from '../fields/session-totals.js';
import { ProjectSessionEntity } from './project-session.entity.js';

/** Select list of a session. */
const SESSION_SELECT_LIST = selectColumns(ProjectSessionEntity, 's');

export interface SessionPage {
  /** Lists sessions that overlap the range. */
  timeRange: TimeRange;
  condition?: RowCondition | null | undefined;
  /** The senders' IDs of the sessions that may meet the condition; undefined for all. */
  sessionIds?: readonly string[] | undefined;
  matches?: Matches | null | undefined;
  sort: KeysetSort;
  start: PageStart;
  limit: number;
}

/**
 * Sessions to which a condition is applied first. If many meet it, these fill a page. PostgreSQL would
 * rather collect all spans that the condition asks for, which takes longer the more there are.
 */
const FIRST_SESSIONS = {
  single: [2_000],
  // Their spans must be gathered from several servers. It goes on by more and more sessions.
  cluster: [100, 200, 400, 800, 1_600],
};

const TABLE = 'project_sessions s';

/** Which of the sessions `s` with an ID is meant first. */
export const MOST_RECENT_FIRST = 's.end_time DESC, s.id DESC';

const ANNOTATIONS = { name: 'session_annotations', hasStartTime: false } as const;

/** SQL for sessions. */
@Injectable()
export class SessionsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists one page of the sessions of each project or, without projects, of all sessions. Reads
   * each project's first rows from its index and merges them, instead of sorting whole lists.
   * @throws BadRequestError if a condition takes too long.
   */
  async list(
    projectIds: readonly number[] | null,
    page: SessionPage,
  ): Promise<(ProjectSessionEntity & SortedRow)[]> {
    const tried: (ProjectSessionEntity & SortedRow)[] = [];
    let rest = page;
    if (isTriedFirst(projectIds, page)) {
      for (const count of this.reader.distribution.choose(FIRST_SESSIONS)) {
        const last = await this.findLastTried(projectIds, rest, count);
        if (!last) break;
        tried.push(...(await this.listUntil(projectIds, rest, last.id)));
        if (tried.length === page.limit) return tried;
        const after = createCursorWriter(page.sort)(last);
        rest = { ...page, start: { after }, limit: page.limit - tried.length };
      }
    }
    return [...tried, ...(await this.listUntil(projectIds, rest))];
  }

  /** Finds the last of the sessions that are tried first; null if there are not so many. */
  private async findLastTried(
    projectIds: readonly number[],
    { timeRange, sort, start }: SessionPage,
    count: number,
  ): Promise<SortedRow | null> {
    const sessions = new SqlWhere();
    const ids = sessions.bind(projectIds);
    addOverlap(sessions.and('s.project_id = p.id'), timeRange);
    await startPage(this.reader, TABLE, sessions, sort, start);
    const [last] = await this.reader.query<SortedRow[]>(
      `SELECT last.* FROM unnest(${ids}::bigint[]) AS p (id)
        CROSS JOIN LATERAL (
         SELECT s.id, ${sortValue(sort)} FROM ${TABLE} ${sessions.toString()}
          ${orderBy(sort)} OFFSET ${count - 1} LIMIT 1) last`,
      sessions.parameters,
    );
    return last ?? null;
  }

  /** @param until the row ID of the last session of one project to look at; all by default. */
  private async listUntil(
    projectIds: readonly number[] | null,
    { timeRange, condition, sessionIds, matches, sort, start, limit }: SessionPage,
    until?: number,
  ): Promise<(ProjectSessionEntity & SortedRow)[]> {
    const { distribution } = this.reader;
    const sessions = new DistributedWhere(distribution);
    const ids = projectIds && `${sessions.bind(projectIds)}::bigint[]`;
    const isSummed = requiresSums(sort);
    const addRange = async (
      range: DistributedWhere,
      ofProject: string,
    ): Promise<DistributedWhere> => {
      addOverlap(range.and(ofProject), timeRange);
      range.andEqual('s.session_id', sessionIds);
      if (until !== undefined) {
        const backwards = { ...sort, descending: !sort.descending };
        await startPage(this.reader, TABLE, range, backwards, { from: until });
      }
      if (!isSummed) await startPage(this.reader, TABLE, range, sort, start);
      return range;
    };
    await addRange(sessions, 's.project_id = p.id');
    const where = sessions.another();
    if (condition) {
      const ofProjects = ids ? `s.project_id = ANY(${ids})` : 'true';
      const candidates = distribution.gathersSessions
        ? await addRange(where.another(), ofProjects)
        : sessions;
      addRowCondition(where, condition, candidates);
    }
    matches?.addSessionCondition?.(where);
    if (isSummed) await startPage(this.reader, TABLE, where, sort, start);
    const sums = isSummed
      ? `WITH in_range AS MATERIALIZED (${selectSums(where, ids, timeRange)})`
      : '';
    // OFFSET keeps PostgreSQL from starting with the spans that the condition asks for.
    const first = until === undefined ? '' : `${orderBy(sort)} OFFSET 0`;
    const merged = ids ? '' : `${orderBy(toPageSort(sort))} LIMIT ${limit}`;
    const sql = `${sums} SELECT page.* FROM ${ids ? `unnest(${ids}) AS p (id)` : 'projects p'}
        CROSS JOIN LATERAL (
         SELECT ${SESSION_SELECT_LIST}, ${sortValue(sort)}
           FROM (SELECT s.* FROM ${TABLE} ${sessions.toString()} ${first}) s
         ${isSummed ? `LEFT JOIN in_range ON ${isSameSession('in_range', 's')}` : ''}
         ${where.toString()} ${orderBy(sort)} LIMIT ${limit}
       ) page ${merged}`;
    return condition || matches
      ? runBoundedRead(this.reader, sql, where.parameters)
      : this.reader.query(sql, where.parameters);
  }

  /**
   * Lists one page of the sessions of each project that have an annotation, by its value.
   * @throws BadRequestError if it takes too long; see also `selectValues`.
   */
  async listByAnnotation(
    projectIds: readonly number[],
    key: AnnotationKey,
    { timeRange, condition, sessionIds, matches, sort, start, limit }: SessionPage,
  ): Promise<(ProjectSessionEntity & SortedRow)[]> {
    const where = new DistributedWhere(this.reader.distribution);
    const ids = where.bind(projectIds);
    addOverlap(where.and('s.project_id = p.id'), timeRange);
    where.andEqual('s.session_id', sessionIds);
    if (condition) {
      const candidates = where.another().and(`s.project_id = ANY(${ids}::bigint[])`);
      addRowCondition(where, condition, candidates);
    }
    matches?.addSessionCondition?.(where);
    const values = { key, projectId: 'p.id', sort, after: start.after ?? null };
    return runBoundedRead(
      this.reader,
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS p (id)
        CROSS JOIN LATERAL (
         SELECT ${SESSION_SELECT_LIST}, ${sortValue(sort)}
           FROM ${selectValues(where, ANNOTATIONS, values)}
           JOIN ${TABLE} ON s.id = judged.target_id
          ${where.toString()} ${orderBy(sort)} LIMIT ${limit}
       ) page`,
      where.parameters,
    );
  }

  /** Returns those that exist, in no particular order. */
  findByRowIds(ids: readonly number[]): Promise<ProjectSessionEntity[]> {
    return this.reader.query(
      `SELECT ${SESSION_SELECT_LIST} FROM project_sessions s WHERE s.id = ANY($1)`,
      [ids],
    );
  }

  /** In no particular order; unknown ones are skipped. @param keys all of them different. */
  findByKeys(keys: readonly SessionKey[]): Promise<ProjectSessionEntity[]> {
    return this.reader.query(
      `SELECT ${SESSION_SELECT_LIST} FROM ${SESSION_KEYS}
         JOIN project_sessions s ON ${isSameSession('s', 'k')}`,
      toSessionColumns(keys),
    );
  }

  /**
   * Finds the sessions with some of the senders' IDs, those with the most recent activity first.
   * @param projectId the only project to look at; null for all.
   * @param limit how many to return; null for all.
   */
  findBySessionIds(
    sessionIds: readonly string[],
    projectId: number | null,
    limit: number | null,
  ): Promise<ProjectSessionEntity[]> {
    return this.reader.query(
      `SELECT ${SESSION_SELECT_LIST} FROM project_sessions s
        WHERE s.session_id = ANY($1) AND ($2::bigint IS NULL OR s.project_id = $2)
        ORDER BY ${MOST_RECENT_FIRST} LIMIT $3`,
      [sessionIds, projectId, limit],
    );
  }
}

/** Returns whether a condition is applied to the first sessions of a project before all others. */
function isTriedFirst(
  projectIds: readonly number[] | null,
  { condition, sessionIds, sort }: SessionPage,
): projectIds is readonly [number] {
  return Boolean(condition) && !sessionIds && projectIds?.length === 1 && !requiresSums(sort);
}

/** Selects the sessions that overlap the range. */
function addOverlap(where: SqlWhere, { start, end }: TimeRange): void {
  if (start) where.and(`s.end_time >= ${where.bind(start)}`);
  if (end) where.and(`s.start_time < ${where.bind(end)}`);
}

const TOTALS = totalTurns('t');

/** Computes the totals of sessions over their traces that began in the range. */
function selectSums(where: SqlWhere, projectIds: string | null, range: TimeRange): string {
  const began = new SqlWhere(where.parameters)
    .and('t.session_id IS NOT NULL')
    .andBetween('t.start_time', range.start, range.end);
  if (projectIds) began.and(`t.project_id = ANY(${projectIds})`);
  return `SELECT t.project_id, t.session_id, ${TOTALS.traces} AS traces,
                 (${TOTALS.promptTokens} + ${TOTALS.completionTokens})::bigint AS tokens,
                 (${TOTALS.promptCost} + ${TOTALS.completionCost})::float8 AS cost
            FROM traces t ${began.toString()} GROUP BY t.project_id, t.session_id`;
}

/** Returns the same order for rows that have already been selected as `page`. */
function toPageSort({ column, descending }: KeysetSort): KeysetSort {
  return { column: column && { ...column, sql: 'page."sortValue"' }, descending, id: 'page.id' };
}

/** Returns whether the order needs the totals over the traces of each session. */
function requiresSums({
  column,
}: {
  column: (SortColumn & Pick<FieldSort, 'isSum'>) | null;
}): boolean {
  return column?.isSum ?? false;
}
