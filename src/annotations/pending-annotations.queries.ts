import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { NewAnnotation } from './new-annotation.js';

/** An annotation that waits for its target. */
export interface PendingAnnotation extends Omit<NewAnnotation, 'target' | 'receivedAt'> {
  /** `span`, `document`, `trace` or `session`. */
  kind: string;
  /** The ID that the sender of the target chose. */
  targetKey: string;
}

/** A pending annotation that is due for another attempt. */
export interface DueAnnotation extends PendingAnnotation {
  /** Wire text. */
  receivedAt: string;
  /** Whether it has waited for too long. */
  isExpired: boolean;
  /** Whether its sender is an admin, who may overwrite the annotations of others. */
  isFromAdmin: boolean;
}

/** SQL for annotations that wait for their target. */
@Injectable()
export class PendingAnnotationsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores annotations whose keys differ. Of those with the same key, the latest one stays. */
  async insert(tx: EntityManager, annotations: readonly PendingAnnotation[]): Promise<void> {
    await tx.query(
      `INSERT INTO pending_annotations (target, target_key, document_position, name, identifier,
              annotator_kind, label, score, explanation, metadata, source, user_id, received_at,
              next_attempt_at)
       SELECT item.*, now(), now()
         FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[],
                     $7::text[], $8::float8[], $9::text[], $10::json[], $11::text[], $12::bigint[])
           AS item (target, target_key, document_position, name, identifier, annotator_kind, label,
                    score, explanation, metadata, source, user_id)
        ORDER BY item.target_key COLLATE "C", item.target, item.document_position,
                 item.name COLLATE "C", item.identifier COLLATE "C"
       ON CONFLICT (target_key, target, document_position, name, identifier) DO UPDATE
          SET annotator_kind = excluded.annotator_kind, label = excluded.label,
              score = excluded.score, explanation = excluded.explanation,
              metadata = excluded.metadata, source = excluded.source, user_id = excluded.user_id,
              received_at = excluded.received_at, next_attempt_at = excluded.next_attempt_at`,
      [
        annotations.map((item) => item.kind),
        annotations.map((item) => item.targetKey),
        annotations.map((item) => item.documentPosition),
        annotations.map((item) => item.name),
        annotations.map((item) => item.identifier),
        annotations.map((item) => item.annotatorKind),
        annotations.map((item) => item.label),
        annotations.map((item) => item.score),
        annotations.map((item) => item.explanation),
        annotations.map((item) => item.metadata),
        annotations.map((item) => item.source),
        annotations.map((item) => item.userId),
      ],
    );
  }

  /**
   * Takes annotations whose next attempt is due and plans the attempt after it, so that no other
   * server takes them now, and one does if this server is killed. The longer an annotation has
   * waited, the longer it waits for its next attempt.
   */
  async takeDue(limit: number, longestSeconds: number): Promise<DueAnnotation[]> {
    const [rows] = await this.dataSource.query<[DueAnnotation[], number]>(
      `UPDATE pending_annotations p
          SET next_attempt_at = now() + least('10 s', greatest('0.5 s', (now() - p.received_at) / 4))
        WHERE p.ctid = ANY (ARRAY(
          SELECT due.ctid FROM pending_annotations due WHERE due.next_attempt_at <= now()
           ORDER BY due.next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING p.target AS kind, p.target_key AS "targetKey",
                 p.document_position AS "documentPosition", p.name, p.identifier,
                 p.annotator_kind AS "annotatorKind", p.label, p.score, p.explanation,
                 p.metadata::text AS metadata, p.source, p.user_id AS "userId",
                 p.received_at AS "receivedAt",
                 EXISTS (SELECT FROM users u
                          WHERE u.id = p.user_id AND u.role = 'ADMIN') AS "isFromAdmin",
                 p.received_at < now() - make_interval(secs => $2) AS "isExpired"`,
      [limit, longestSeconds],
    );
    return rows;
  }

  /** Deletes annotations unless a later one has replaced them. */
  async delete(tx: EntityManager, taken: readonly DueAnnotation[]): Promise<void> {
    await tx.query(
      `DELETE FROM pending_annotations p
        USING unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[])
          AS done (target_key, target, document_position, name, identifier, received_at)
        WHERE p.target_key = done.target_key AND p.target = done.target
          AND p.document_position = done.document_position AND p.name = done.name
          AND p.identifier = done.identifier AND p.received_at = done.received_at`,
      [
        taken.map((item) => item.targetKey),
        taken.map((item) => item.kind),
        taken.map((item) => item.documentPosition),
        taken.map((item) => item.name),
        taken.map((item) => item.identifier),
        taken.map((item) => item.receivedAt),
      ],
    );
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.dataSource.query<{ empty: boolean }[]>(
      'SELECT NOT EXISTS (SELECT FROM pending_annotations) AS empty',
    );
    return row?.empty ?? true;
  }
}
