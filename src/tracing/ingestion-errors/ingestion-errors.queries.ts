import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IngestionErrorEntity } from './ingestion-error.entity.js';

/** Select list of an ingestion error. */
const SELECT_LIST = `e.id, e.project_id AS "projectId", e.reason, e.message, e.trace_id AS "traceId",
  e.span_id AS "spanId", e.span_name AS "spanName", e.occurred_at AS "occurredAt"`;

/** SQL for ingestion errors. */
@Injectable()
export class IngestionErrorsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Lists the newest errors of each project, newest first.
   * @param newestId row ID of the newest error to list; null for no limit.
   */
  list(
    projectIds: readonly number[],
    newestId: number | null,
    limit: number,
  ): Promise<IngestionErrorEntity[]> {
    return this.dataSource.query(
      `SELECT ${SELECT_LIST} FROM unnest($1::bigint[]) AS project (id)
        CROSS JOIN LATERAL (
          SELECT * FROM ingestion_errors e
           WHERE e.project_id = project.id AND ($2::bigint IS NULL OR e.id <= $2)
           ORDER BY e.id DESC LIMIT $3
        ) e ORDER BY e.project_id, e.id DESC`,
      [projectIds, newestId, limit],
    );
  }

  /** Skips projects without errors. */
  count(projectIds: readonly number[]): Promise<{ projectId: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT project_id AS "projectId", count(*) AS count FROM ingestion_errors
        WHERE project_id = ANY($1) GROUP BY project_id`,
      [projectIds],
    );
  }

  async findByRowId(id: number): Promise<IngestionErrorEntity | null> {
    const [row] = await this.dataSource.query<IngestionErrorEntity[]>(
      `SELECT ${SELECT_LIST} FROM ingestion_errors e WHERE e.id = $1`,
      [id],
    );
    return row ?? null;
  }
}
