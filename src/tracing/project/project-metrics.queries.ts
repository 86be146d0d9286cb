import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProjectTotals, SessionTotals, TimedThing, TimeSpan } from './project-figures.js';

const BEGAN_WITHIN =
  '($2::timestamptz IS NULL OR start_time >= $2) AND ($3::timestamptz IS NULL OR start_time < $3)';

/** A long session counts in every range that it touches, as it is listed in every one. */
const TOUCHES =
  '($2::timestamptz IS NULL OR end_time >= $2) AND ($3::timestamptz IS NULL OR start_time < $3)';

const DURATION_MS = '(extract(epoch FROM end_time - start_time) * 1000)::float8';

const TIMED: Record<TimedThing, { table: string; within: string }> = {
  trace: { table: 'traces', within: BEGAN_WITHIN },
  span: { table: 'spans', within: BEGAN_WITHIN },
  session: { table: 'project_sessions', within: TOUCHES },
};

/** Aggregates of many projects at once; a project without rows is left out of the answers. */
@Injectable()
export class ProjectMetricsQueries {
  constructor(private readonly dataSource: DataSource) {}

  totals(projectIds: readonly number[], { start, end }: TimeSpan): Promise<ProjectTotals[]> {
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

  sessionTotals(projectIds: readonly number[], { start, end }: TimeSpan): Promise<SessionTotals[]> {
    return this.dataSource.query(
      `SELECT project_id AS "projectId", count(*) AS "sessionCount",
              avg(${DURATION_MS}) AS "averageDurationMs"
         FROM project_sessions WHERE project_id = ANY($1) AND ${TOUCHES} GROUP BY project_id`,
      [projectIds, start, end],
    );
  }

  /** Traces that began in the range by the sessions that they belong to. */
  tracesPerSession(
    projectIds: readonly number[],
    { start, end }: TimeSpan,
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

  /** The durations below which the given shares lie, in milliseconds, interpolated. */
  quantiles(
    thing: TimedThing,
    projectIds: readonly number[],
    { start, end }: TimeSpan,
    probabilities: readonly number[],
  ): Promise<{ projectId: number; quantiles: number[] }[]> {
    const { table, within } = TIMED[thing];
    return this.dataSource.query(
      `SELECT project_id AS "projectId",
              percentile_cont($4::float8[]) WITHIN GROUP (ORDER BY ${DURATION_MS}) AS quantiles
         FROM ${table} WHERE project_id = ANY($1) AND ${within} GROUP BY project_id`,
      [projectIds, start, end, probabilities],
    );
  }
}
