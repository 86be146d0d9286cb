import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { unnestRows } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { WaitingAnnotationEntity } from './waiting-annotation.entity.js';
import type { NewAnnotation } from './new-annotation.js';

/** An annotation that waits for its target. */
export interface WaitingAnnotation extends Omit<NewAnnotation, 'target' | 'receivedAt'> {
  /** `span`, `document`, `trace` or `session`. */
  kind: string;
  /** The ID that the sender of the target chose. */
  targetKey: string;
}

/** An annotation that waits, and is to be tried now. */
export interface DueAnnotation extends WaitingAnnotation {
  id: number;
  /** Wire text. */
  receivedAt: string;
  /** Whether it has waited for too long. */
  isExpired: boolean;
  /** Whether its sender is an admin, who may overwrite the annotations of others. */
  isFromAdmin: boolean;
  /** Its place, from 1, among those that several senders gave the same key. */
  turn: number;
}

const KEY = 'target_key, target, document_position, name, identifier';

/** Of those of a sender with the same key, the latest one stays. */
const KEEP_LATEST = `
  ON CONFLICT (${KEY}, (coalesce(user_id, 0))) DO UPDATE
     SET annotator_kind = excluded.annotator_kind, label = excluded.label, score = excluded.score,
         explanation = excluded.explanation, metadata = excluded.metadata, source = excluded.source,
         received_at = excluded.received_at, next_attempt_at = excluded.next_attempt_at
   WHERE a.received_at <= excluded.received_at`;

const KEYS = [
  'target',
  'targetKey',
  'documentPosition',
  'name',
  'identifier',
  'annotatorKind',
  'label',
  'score',
  'explanation',
  'metadata',
  'source',
  'userId',
] as const;

const COLUMNS = unnestRows(WaitingAnnotationEntity, KEYS, []).columns;

/** SQL for annotations that wait for their target. */
@Injectable()
export class WaitingAnnotationsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Stores annotations of a sender whose keys differ, in the place of earlier ones of that sender. */
  async insert(tx: EntityManager, annotations: readonly WaitingAnnotation[]): Promise<void> {
    const rows = annotations.map((item) => ({ ...item, target: item.kind }));
    const { columns, source, parameters } = unnestRows(WaitingAnnotationEntity, KEYS, rows);
    await tx.query(
      `INSERT INTO waiting_annotations AS a (${columns}, received_at, next_attempt_at)
       SELECT item.*, now(), now() FROM ${source} AS item (${columns})
        ORDER BY item.target_key COLLATE "C", item.target, item.document_position,
                 item.name COLLATE "C", item.identifier COLLATE "C" ${KEEP_LATEST}`,
      parameters,
    );
  }

  /** Moves the rows from the table of an earlier version, whose servers may still run. */
  async adopt(): Promise<void> {
    await this.database.query(
      `WITH earlier AS (DELETE FROM pending_annotations RETURNING *)
       INSERT INTO waiting_annotations AS a (${COLUMNS}, received_at, next_attempt_at)
       SELECT ${COLUMNS}, received_at, next_attempt_at FROM earlier ORDER BY ${KEY} ${KEEP_LATEST}`,
    );
  }

  /**
   * Takes annotations whose next attempt is due and plans the attempt after it, so that no other
   * server takes them now, and one does if this server is killed. The longer an annotation has
   * waited, the longer it waits for its next attempt. Takes none while there are some to take over,
   * which may have been received first.
   * @returns them, and those with the same keys from others, which may have to be stored before.
   */
  async takeDue(limit: number, maxSeconds: number): Promise<DueAnnotation[]> {
    return this.database.query<DueAnnotation[]>(
      `WITH due AS (
         UPDATE waiting_annotations a
            SET next_attempt_at = now() + least('10 s', greatest('0.5 s', (now() - a.received_at) / 4))
          WHERE a.id = ANY (ARRAY(
            SELECT due.id FROM waiting_annotations due
             WHERE due.next_attempt_at <= now() AND NOT EXISTS (SELECT FROM pending_annotations)
             ORDER BY due.next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING ${KEY})
       SELECT a.id, a.target AS kind, a.target_key AS "targetKey",
              a.document_position AS "documentPosition", a.name, a.identifier,
              a.annotator_kind AS "annotatorKind", a.label, a.score, a.explanation,
              a.metadata::text AS metadata, a.source, a.user_id AS "userId",
              a.received_at AS "receivedAt",
              EXISTS (SELECT FROM users u
                       WHERE u.id = a.user_id AND u.role = 'ADMIN') AS "isFromAdmin",
              a.received_at < now() - make_interval(secs => $2) AS "isExpired",
              row_number() OVER (PARTITION BY ${KEY} ORDER BY a.received_at, a.id)::int AS turn
         FROM (SELECT DISTINCT * FROM due) due
         JOIN waiting_annotations a USING (${KEY})
        ORDER BY turn`,
      [limit, maxSeconds],
    );
  }

  /**
   * Deletes annotations unless their sender has replaced them.
   * @returns the IDs of those that this call deleted.
   */
  async delete(tx: EntityManager, taken: readonly DueAnnotation[]): Promise<Set<number>> {
    const [rows] = await tx.query<[{ id: number }[], number]>(
      `DELETE FROM waiting_annotations a
        USING unnest($1::bigint[], $2::timestamptz[]) AS done (id, received_at)
        WHERE a.id = done.id AND a.received_at = done.received_at
       RETURNING a.id`,
      [taken.map((item) => item.id), taken.map((item) => item.receivedAt)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.database.query<[{ isEmpty: boolean }]>(
      `SELECT NOT EXISTS (SELECT FROM waiting_annotations)
          AND NOT EXISTS (SELECT FROM pending_annotations) AS "isEmpty"`,
    );
    return row.isEmpty;
  }
}
