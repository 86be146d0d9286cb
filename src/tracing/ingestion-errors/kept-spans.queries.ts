import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { KeptSpanEntity } from './kept-span.entity.js';

/** The errors of a project to use: all, those with a reason, or those with these row IDs. */
export interface ErrorChoice {
  reason: string | null;
  ids: readonly number[] | null;
}

/** A kept span as it is stored. */
export type KeptSpanRow = Pick<KeptSpanEntity, 'errorId' | 'content' | 'acceptsAnyId' | 'maskedBy'>;

/** A span that was refused again. */
export interface RefusedAgain {
  errorId: number;
  reason: string;
  message: string;
}

const CHOSEN = `e.project_id = $1 AND ($2::text IS NULL OR e.reason = $2)
  AND ($3::bigint[] IS NULL OR e.id = ANY($3))`;

/** SQL for the spans that are kept of ingestion errors. */
@Injectable()
export class KeptSpansQueries {
  constructor(private readonly database: DatabaseWriter) {}

  async find(projectId: number, errorId: number): Promise<KeptSpanRow | null> {
    const [row] = await this.read(projectId, [errorId]);
    return row ?? null;
  }

  /** Lists the oldest of the chosen spans after an error, with their sizes in bytes. */
  listNext(
    projectId: number,
    { reason, ids }: ErrorChoice,
    after: number | null,
    limit: number,
  ): Promise<Pick<KeptSpanEntity, 'errorId' | 'byteSize'>[]> {
    return this.database.query(
      `SELECT k.error_id AS "errorId", k.byte_size AS "byteSize"
         FROM kept_spans k JOIN ingestion_errors e ON e.id = k.error_id
        WHERE ${CHOSEN} AND ($4::bigint IS NULL OR e.id > $4)
        ORDER BY e.id LIMIT $5`,
      [projectId, reason, ids, after, limit],
    );
  }

  /** Lists the sizes of the spans of errors in any project. Skips errors whose spans are not kept. */
  listSizes(errorIds: readonly number[]): Promise<Pick<KeptSpanEntity, 'errorId' | 'byteSize'>[]> {
    return this.database.query(
      `SELECT k.error_id AS "errorId", k.byte_size AS "byteSize" FROM kept_spans k
        WHERE k.error_id = ANY($1) ORDER BY k.error_id`,
      [errorIds],
    );
  }

  /** Reads the spans of errors in any project. */
  readContents(
    errorIds: readonly number[],
  ): Promise<Pick<KeptSpanEntity, 'errorId' | 'content'>[]> {
    return this.database.query(
      `SELECT k.error_id AS "errorId", k.content FROM kept_spans k WHERE k.error_id = ANY($1)`,
      [errorIds],
    );
  }

  /** Oldest first; unknown IDs are skipped. */
  read(projectId: number, errorIds: readonly number[]): Promise<KeptSpanRow[]> {
    return this.database.query(
      `SELECT ${selectColumns(KeptSpanEntity, 'k', ['errorId', 'content', 'acceptsAnyId', 'maskedBy'])}
         FROM kept_spans k
        WHERE k.project_id = $1 AND k.error_id = ANY($2) ORDER BY k.error_id`,
      [projectId, errorIds],
    );
  }

  /** Returns how many there were. */
  async delete(tx: EntityManager, projectId: number, choice: ErrorChoice): Promise<number> {
    const [row] = await tx.query<[{ count: number }]>(
      `WITH deleted AS (DELETE FROM ingestion_errors e WHERE ${CHOSEN} RETURNING 1)
       SELECT count(*) FROM deleted`,
      [projectId, choice.reason, choice.ids],
    );
    return row.count;
  }

  /** Writes why spans were refused again. */
  async updateReasons(tx: EntityManager, refused: readonly RefusedAgain[]): Promise<void> {
    await tx.query(
      `UPDATE ingestion_errors e
          SET reason = again.reason, message = again.message, resent_at = now()
         FROM unnest($1::bigint[], $2::text[], $3::text[]) AS again (id, reason, message)
        WHERE e.id = again.id`,
      [
        refused.map(({ errorId }) => errorId),
        refused.map(({ reason }) => reason),
        refused.map(({ message }) => message),
      ],
    );
  }
}
