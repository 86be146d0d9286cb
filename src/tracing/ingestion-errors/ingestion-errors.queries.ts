import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { selectColumns, unnestRows } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';

/** Select list of an ingestion error. */
const SELECT_LIST = `${selectColumns(IngestionErrorEntity, 'e')},
  EXISTS (SELECT 1 FROM kept_spans k WHERE k.error_id = e.id) AS "isKept"`;

/** An error, and whether its span is kept. */
export type IngestionErrorRow = Readonly<IngestionErrorEntity> & { readonly isKept: boolean };

const NEW_COLUMNS = ['projectId', 'reason', 'message', 'traceId', 'spanId', 'spanName'] as const;

/** An error to record. */
export type NewIngestionError = Pick<IngestionErrorEntity, (typeof NEW_COLUMNS)[number]>;

/** The errors of a project that have the same reason. */
export interface ErrorReason {
  projectId: number;
  reason: string;
  count: number;
  /** How many of their spans are kept. */
  keptCount: number;
}

/** SQL for ingestion errors. */
@Injectable()
export class IngestionErrorsQueries {
  constructor(
    private readonly database: DatabaseWriter,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Lists the newest errors of each project, newest first.
   * @param newestId row ID of the newest error to list; null for no limit.
   * @param reason null for any.
   */
  list(
    projectIds: readonly number[],
    newestId: number | null,
    limit: number,
    reason: string | null,
  ): Promise<IngestionErrorRow[]> {
    return this.database.query(
      `SELECT ${SELECT_LIST} FROM unnest($1::bigint[]) AS project (id)
        CROSS JOIN LATERAL (
          SELECT * FROM ingestion_errors e
           WHERE e.project_id = project.id AND ($2::bigint IS NULL OR e.id <= $2)
             AND ($4::text IS NULL OR e.reason = $4)
           ORDER BY e.id DESC LIMIT $3
        ) e ORDER BY e.project_id, e.id DESC`,
      [projectIds, newestId, limit, reason],
    );
  }

  /** Skips projects without errors. */
  count(projectIds: readonly number[]): Promise<{ projectId: number; count: number }[]> {
    return this.database.query(
      `SELECT project_id AS "projectId", count(*) AS count FROM ingestion_errors
        WHERE project_id = ANY($1) GROUP BY project_id`,
      [projectIds],
    );
  }

  /** The most frequent first. Skips projects without errors. */
  listReasons(projectIds: readonly number[]): Promise<ErrorReason[]> {
    return this.database.query(
      `SELECT e.project_id AS "projectId", e.reason, count(*) AS count,
              count(k.error_id) AS "keptCount"
         FROM ingestion_errors e LEFT JOIN kept_spans k ON k.error_id = e.id
        WHERE e.project_id = ANY($1)
        GROUP BY e.project_id, e.reason ORDER BY e.project_id, count(*) DESC, e.reason`,
      [projectIds],
    );
  }

  /** Adds errors, and deletes the oldest ones of their projects. */
  async insert(tx: EntityManager, errors: readonly NewIngestionError[]): Promise<void> {
    const added = unnestRows(IngestionErrorEntity, NEW_COLUMNS, errors);
    await tx.query(
      `INSERT INTO ingestion_errors (${added.columns}) SELECT * FROM ${added.source}`,
      added.parameters,
    );
    await tx.query(
      `DELETE FROM ingestion_errors e
        WHERE e.id IN (
          SELECT old.id FROM unnest($1::bigint[]) AS project (id)
            JOIN ingestion_errors old ON old.project_id = project.id
           WHERE old.id <= (
             SELECT newest.id FROM ingestion_errors newest WHERE newest.project_id = project.id
              ORDER BY newest.id DESC OFFSET $2 LIMIT 1)
             FOR UPDATE OF old SKIP LOCKED)`,
      [[...new Set(errors.map((error) => error.projectId))], this.env.ingestionErrors.maxCount],
    );
  }

  async deleteOld(projectId: number, days: number): Promise<void> {
    await this.database.query(
      `DELETE FROM ingestion_errors
        WHERE project_id = $1 AND occurred_at < now() - $2 * interval '1 day'`,
      [projectId, days],
    );
  }

  async findByRowId(id: number): Promise<IngestionErrorRow | null> {
    const [row] = await this.database.query<IngestionErrorRow[]>(
      `SELECT ${SELECT_LIST} FROM ingestion_errors e WHERE e.id = $1`,
      [id],
    );
    return row ?? null;
  }
}

/** Deletes some errors that are older than so many days, and returns how many. */
export async function deleteExpiredErrors(
  client: pg.ClientBase,
  days: number,
  limit: number,
): Promise<number | null> {
  // Row IDs increase with time, so only the oldest rows are read.
  const { rowCount } = await client.query(
    `DELETE FROM ingestion_errors WHERE id IN (
       SELECT id FROM (SELECT id, occurred_at FROM ingestion_errors ORDER BY id LIMIT $2) AS oldest
        WHERE occurred_at < now() - $1 * interval '1 day')`,
    [days, limit],
  );
  return rowCount;
}

/** Forgets keys of attributes that nobody has sent for so many days. */
export async function forgetUnreadKeys(client: pg.ClientBase, days: number): Promise<void> {
  await client.query(
    `DELETE FROM exporter_unread_keys WHERE last_seen_at < now() - $1 * interval '1 day'`,
    [days],
  );
}
