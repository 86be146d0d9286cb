import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';

/** Log records of a project that are old. */
export interface OldLogRange {
  /** Only those that began before. */
  before: string;
  /** Where the last step ended; null begins with the oldest. */
  after: { time: string; id: number } | null;
}

interface OldLog {
  id: number;
  time: string;
  traceId: string | null;
}

/**
 * Deletes old log records and points of metrics. Records of a trace of the project are left to it: they expire with it, or lose their
 * texts with it, or stay as long as it is kept.
 */
@Injectable()
export class OldLogsService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns the records that are older than some days, by the clock of the database. */
  async findRange(days: number): Promise<OldLogRange> {
    const [row] = await this.database.query<{ time: string }[]>(
      `SELECT (now() - $1::float8 * interval '1 day')::text AS time`,
      [days],
    );
    return { before: row!.time, after: null };
  }

  /**
   * Deletes points of metrics of a range, a limited number at a time, which no trace has.
   * @returns whether there may be more.
   */
  async deletePoints(projectId: number, before: string, limit: number): Promise<boolean> {
    const [row] = await this.database.query<{ count: number }[]>(
      `WITH deleted AS (
         DELETE FROM metric_points WHERE id IN (
           SELECT id FROM metric_points WHERE project_id = $1 AND time < $2 ORDER BY time LIMIT $3)
         RETURNING 1)
       SELECT count(*) FROM deleted`,
      [projectId, before, limit],
    );
    return row!.count === limit;
  }

  /**
   * Looks at the next records of a range and deletes those without a trace.
   * @returns what is left of the range; null if there is nothing.
   */
  async deleteNext(
    projectId: number,
    { before, after }: OldLogRange,
    limit: number,
  ): Promise<OldLogRange | null> {
    const old = await this.database.query<OldLog[]>(
      `SELECT id, time, trace_id AS "traceId" FROM log_records
        WHERE project_id = $1 AND time < $2
          AND (time, id) > (coalesce($3::timestamptz, '-infinity'), $4)
        ORDER BY time, id LIMIT $5`,
      [projectId, before, after?.time ?? null, after?.id ?? 0, limit],
    );
    const traceIds = new Set(old.flatMap(({ traceId }) => traceId ?? []));
    const traces = await this.database.query<{ traceId: string }[]>(
      `SELECT trace_id AS "traceId" FROM traces WHERE trace_id = ANY($1) AND project_id = $2`,
      [[...traceIds], projectId],
    );
    const stored = new Set<string | null>(traces.map(({ traceId }) => traceId));
    const ids = old.filter(({ traceId }) => !stored.has(traceId)).map(({ id }) => id);
    if (ids.length > 0) {
      await this.database.inTransaction((tx) =>
        tx.query('DELETE FROM log_records WHERE id = ANY($1) AND project_id = $2', [
          ids,
          projectId,
        ]),
      );
    }
    const last = old.at(-1);
    return last && old.length === limit
      ? { before, after: { time: last.time, id: last.id } }
      : null;
  }
}
