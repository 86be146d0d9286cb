import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Totals over the traces of a project that began in a range. */
export interface ProjectTotals {
  projectId: number;
  traceCount: number;
  spanCount: number;
  /** Traces with at least one failed span. */
  failedTraceCount: number;
  promptTokens: number;
  completionTokens: number;
  /** End of the trace that ended last. */
  lastEnd: string;
}

/** Sessions of a project that overlap a range. */
export interface SessionTotals {
  projectId: number;
  sessionCount: number;
  averageDurationMs: number;
}

/** Times of activity in a project; null if there was none. */
export interface ProjectActivity {
  projectId: number;
  /** Start of the first trace. */
  firstStart: string | null;
  /** When the newest span was stored. */
  lastIngested: string | null;
}

/** Times from `start` (inclusive) to `end` (exclusive). A null bound is open. */
export interface FigureRange {
  start: string | null;
  end: string | null;
}

/** The kinds of rows that have a duration. */
export type TimedEntity = 'trace' | 'span' | 'session';

const BEGAN_WITHIN =
  '($2::timestamptz IS NULL OR start_time >= $2) AND ($3::timestamptz IS NULL OR start_time < $3)';

/**
 * A session counts in every range that it overlaps, because the lists of all these ranges contain
 * it.
 */
const OVERLAPS =
  '($2::timestamptz IS NULL OR end_time >= $2) AND ($3::timestamptz IS NULL OR start_time < $3)';

const DURATION_MS = '(extract(epoch FROM end_time - start_time) * 1000)::float8';

const TIMED: Record<TimedEntity, { table: string; within: string }> = {
  trace: { table: 'traces', within: BEGAN_WITHIN },
  span: { table: 'spans', within: BEGAN_WITHIN },
  session: { table: 'project_sessions', within: OVERLAPS },
};

/** SQL for the figures of many projects at once. Skips projects without rows. */
@Injectable()
export class ProjectFiguresQueries {
  constructor(private readonly dataSource: DataSource) {}

  readTotals(projectIds: readonly number[], { start, end }: FigureRange): Promise<ProjectTotals[]> {
    return this.dataSource.query(
      `SELECT project_id AS "projectId", count(*) AS "traceCount",
              sum(span_count)::float8 AS "spanCount",
              count(*) FILTER (WHERE error_count > 0) AS "failedTraceCount",
              sum(prompt_tokens)::float8 AS "promptTokens",
              sum(completion_tokens)::float8 AS "completionTokens",
              max(end_time) AS "lastEnd"
         FROM traces WHERE project_id = ANY($1) AND ${BEGAN_WITHIN} GROUP BY project_id`,
      [projectIds, start, end],
    );
  }

  readSessionTotals(
    projectIds: readonly number[],
    { start, end }: FigureRange,
  ): Promise<SessionTotals[]> {
    return this.dataSource.query(
      `SELECT project_id AS "projectId", count(*) AS "sessionCount",
              avg(${DURATION_MS}) AS "averageDurationMs"
         FROM project_sessions WHERE project_id = ANY($1) AND ${OVERLAPS} GROUP BY project_id`,
      [projectIds, start, end],
    );
  }

  /** Average number of traces per session, of the traces that began in the range. */
  readTracesPerSession(
    projectIds: readonly number[],
    { start, end }: FigureRange,
  ): Promise<{ projectId: number; average: number }[]> {
    return this.dataSource.query(
      `SELECT project_id AS "projectId",
              count(*)::float8 / count(DISTINCT session_id) AS average
         FROM traces
        WHERE project_id = ANY($1) AND session_id IS NOT NULL AND ${BEGAN_WITHIN}
        GROUP BY project_id`,
      [projectIds, start, end],
    );
  }

  /** Quantiles of durations in milliseconds, interpolated. */
  readQuantiles(
    entity: TimedEntity,
    projectIds: readonly number[],
    { start, end }: FigureRange,
    probabilities: readonly number[],
  ): Promise<{ projectId: number; quantiles: number[] }[]> {
    const { table, within } = TIMED[entity];
    return this.dataSource.query(
      `SELECT project_id AS "projectId",
              percentile_cont($4::float8[]) WITHIN GROUP (ORDER BY ${DURATION_MS}) AS quantiles
         FROM ${table} WHERE project_id = ANY($1) AND ${within} GROUP BY project_id`,
      [projectIds, start, end, probabilities],
    );
  }

  /** Reads only the ends of indexes, so it is cheap to poll. */
  readActivity(projectIds: readonly number[]): Promise<ProjectActivity[]> {
    return this.dataSource.query(
      `SELECT project.id AS "projectId",
              (SELECT t.start_time FROM traces t WHERE t.project_id = project.id
                ORDER BY t.start_time, t.id LIMIT 1) AS "firstStart",
              (SELECT s.ingested_at FROM spans s WHERE s.project_id = project.id
                ORDER BY s.id DESC LIMIT 1) AS "lastIngested"
         FROM unnest($1::bigint[]) AS project (id)`,
      [projectIds],
    );
  }
}
