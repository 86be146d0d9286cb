import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import type { SealedRow } from '../sealing/seal-rotation.service.js';
import type { Sealed } from '../sealing/sealing.service.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookAttemptEntity, WebhookDeliveryEntity } from './webhook-delivery.entity.js';

/** The fields of a webhook that everyone may see. Times are wire text. */
export type WebhookRow = Omit<WebhookEntity, 'sealed' | 'keyId'>;

/** A message to a webhook. Times are wire text. */
export type WebhookDeliveryRow = Readonly<WebhookDeliveryEntity>;

/** The columns of a webhook that users edit, besides its address. */
export type WebhookColumns = Pick<WebhookRow, 'name' | 'format' | 'events' | 'isEnabled'>;

/** A part of the log of a webhook, newest first. */
export interface DeliveryPage {
  status: WebhookDeliveryRow['status'] | null;
  /** Row ID of the last one that is known. */
  before: number | null;
  limit: number;
}

const COLUMNS = selectColumns(WebhookEntity, 'w', { except: ['sealed', 'keyId'] });

const DELIVERY_COLUMNS = selectColumns(WebhookDeliveryEntity, 'd');

/** SQL of webhooks and of the log of their messages, except what delivers these. */
@Injectable()
export class WebhooksQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<WebhookRow[]> {
    return tx.query(`SELECT ${COLUMNS} FROM webhooks w WHERE w.id = ANY($1)`, [ids]);
  }

  /** All of them, by name. */
  list(): Promise<WebhookRow[]> {
    return this.database.query(`SELECT ${COLUMNS} FROM webhooks w ORDER BY w.name, w.id`);
  }

  /** Reserves the ID of a new webhook, which its seal contains. */
  async reserveId(tx: EntityManager): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(`SELECT nextval('webhooks_id_seq') AS id`);
    return row.id;
  }

  /** Returns false if there are as many as possible. */
  async insert(
    tx: EntityManager,
    row: WebhookColumns & Pick<WebhookRow, 'id' | 'origin' | 'userId' | 'projectId'>,
    { sealed, keyId }: Sealed,
    maximum: number,
  ): Promise<boolean> {
    const inserted = await tx.query<unknown[]>(
      `INSERT INTO webhooks
         (id, name, format, events, is_enabled, origin, user_id, sealed, key_id, project_id)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE (SELECT count(*) FROM webhooks) < $11
       RETURNING id`,
      [
        row.id,
        row.name,
        row.format,
        row.events,
        row.isEnabled,
        row.origin,
        row.userId,
        sealed,
        keyId,
        row.projectId,
        maximum,
      ],
    );
    return inserted.length > 0;
  }

  /** A webhook that is enabled again begins without failures. */
  async update(tx: EntityManager, id: number, columns: WebhookColumns): Promise<void> {
    await tx.query(
      `UPDATE webhooks
          SET name = $2, format = $3, events = $4, is_enabled = $5, updated_at = now(),
              failing_since = CASE WHEN $5 AND NOT is_enabled THEN NULL ELSE failing_since END,
              paused_at = CASE WHEN $5 THEN NULL ELSE paused_at END
        WHERE id = $1`,
      [id, columns.name, columns.format, columns.events, columns.isEnabled],
    );
  }

  async updateTarget(
    tx: EntityManager,
    id: number,
    origin: string,
    { sealed, keyId }: Sealed,
  ): Promise<void> {
    await tx.query(
      `UPDATE webhooks SET origin = $2, sealed = $3, key_id = $4, updated_at = now() WHERE id = $1`,
      [id, origin, sealed, keyId],
    );
  }

  /** Locks webhooks until the transaction ends, always in the same order. */
  lock(tx: EntityManager, ids: readonly number[]): Promise<WebhookRow[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM webhooks w WHERE w.id = ANY($1) ORDER BY w.id FOR UPDATE`,
      [ids],
    );
  }

  async delete(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM webhooks WHERE id = ANY($1)', [ids]);
  }

  /** Newest first. */
  listDeliveries(
    webhookId: number,
    { status, before, limit }: DeliveryPage,
  ): Promise<WebhookDeliveryRow[]> {
    return this.database.query(
      `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d
        WHERE d.webhook_id = $1 AND ($2::text IS NULL OR d.status = $2)
          AND ($3::bigint IS NULL OR d.id < $3)
        ORDER BY d.id DESC LIMIT $4`,
      [webhookId, status, before, limit],
    );
  }

  findDeliveries(ids: readonly number[]): Promise<WebhookDeliveryRow[]> {
    return this.database.query(
      `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.id = ANY($1)`,
      [ids],
    );
  }

  /** Sends messages again, from the first attempt on. */
  async replay(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE webhook_deliveries SET status = 'WAITING', attempts = 0, due_at = now()
        WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** The last attempts of each delivery, newest first. */
  listAttempts(deliveryIds: readonly number[], limit: number): Promise<WebhookAttemptEntity[]> {
    return this.database.query(
      `SELECT found.* FROM unnest($1::bigint[]) AS k (id) CROSS JOIN LATERAL (
         SELECT ${selectColumns(WebhookAttemptEntity, 'a')}
           FROM webhook_attempts a WHERE a.delivery_id = k.id ORDER BY a.id DESC LIMIT $2) found`,
      [deliveryIds, limit],
    );
  }
}

const SELECT_SEALED = 'SELECT id AS key, sealed, key_id AS "keyId" FROM webhooks';

export function findSealed(
  tx: EntityManager,
  ids: readonly number[],
): Promise<SealedRow<number>[]> {
  return tx.query(`${SELECT_SEALED} WHERE id = ANY($1)`, [ids]);
}

/** Lists what was not sealed with a key, by row ID. */
export function findSealedByOthers(
  database: DatabaseWriter,
  keyId: string,
  after: number | null,
  limit: number,
): Promise<SealedRow<number>[]> {
  return database.query(
    `${SELECT_SEALED}
      WHERE key_id <> $1 AND ($2::bigint IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [keyId, after, limit],
  );
}

/** Returns whether the webhook still had what was sealed before. */
export async function reseal(
  database: DatabaseWriter,
  before: SealedRow<number>,
  after: Sealed,
): Promise<boolean> {
  const [, count] = await database.query<[unknown, number]>(
    `UPDATE webhooks SET sealed = $4, key_id = $5 WHERE id = $1 AND key_id = $2 AND sealed = $3`,
    [before.key, before.keyId, before.sealed, after.sealed, after.keyId],
  );
  return count > 0;
}
