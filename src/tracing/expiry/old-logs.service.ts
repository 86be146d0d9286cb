import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { deleteLogs, deleteOldPoints, findStoredTraces, listOldLogs } from './old-logs.queries.js';
import { findTimeBefore } from './old-texts.queries.js';

/** Log records of a project that are old. */
export interface OldLogRange {
  /** Only those that began before. */
  before: string;
  /** Where the last step ended; null begins with the oldest. */
  after: { time: string; id: number } | null;
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
    return { before: await findTimeBefore(this.database.manager, days), after: null };
  }

  /**
   * Deletes points of metrics of a range, a limited number at a time, which no trace has.
   * @returns whether there may be more.
   */
  async deletePoints(projectId: number, before: string, limit: number): Promise<boolean> {
    return (await deleteOldPoints(this.database, projectId, before, limit)) === limit;
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
    const old = await listOldLogs(this.database, projectId, before, after, limit);
    const traceIds = new Set(old.flatMap(({ traceId }) => traceId ?? []));
    const stored = await findStoredTraces(this.database, projectId, traceIds);
    const ids = old.filter(({ traceId }) => !stored.has(traceId)).map(({ id }) => id);
    if (ids.length > 0) {
      await this.database.inTransaction((tx) => deleteLogs(tx, projectId, ids));
    }
    const last = old.at(-1);
    return last && old.length === limit
      ? { before, after: { time: last.time, id: last.id } }
      : null;
  }
}
