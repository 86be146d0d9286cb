import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { WebhookDeliveryStatus } from './webhook.enum.js';
import { WebhookEntity } from './webhook.entity.js';

/** A message to a webhook. It stays in the log after it was delivered. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_waiting', ['webhookId', 'dueAt'], { where: "status = 'WAITING'" })
@Index('webhook_deliveries_webhook', ['webhookId', 'id'])
@Index('webhook_deliveries_created_at', ['createdAt'])
@Check('webhook_deliveries_status_check', "status IN ('WAITING', 'DELIVERED', 'FAILED')")
export class WebhookDeliveryEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'webhook_deliveries_pkey',
  })
  readonly id: number;

  @ForeignKey(() => WebhookEntity, {
    name: 'webhook_deliveries_webhook_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId: number;

  /** The same in every attempt, so that receivers can recognize a repetition. */
  @Column({ name: 'message_id', type: 'text', collation: 'C' })
  readonly messageId: string;

  /** Such as `alert.firing`. */
  @Column({ type: 'text' })
  readonly type: string;

  @Column({ type: 'text' })
  readonly summary: string;

  @Column({ type: 'text', nullable: true })
  readonly path: string | null;

  /** JSON text of an object. */
  @Column({ type: 'text' })
  readonly data: string;

  /** The project of what it is about; null if everyone may see that. */
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  @Column({ type: 'text', default: 'WAITING' })
  readonly status: `${WebhookDeliveryStatus}`;

  /** Since it was recorded or replayed. */
  @Column({ type: 'integer', default: 0 })
  readonly attempts: number;

  /** While a server sends it, when another one may take it over. */
  @Column({ name: 'due_at', type: 'timestamptz', default: () => 'now()' })
  readonly dueAt: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}

/** An attempt to deliver a message. */
@Entity('webhook_attempts')
@Index('webhook_attempts_delivery', ['deliveryId', 'id'])
export class WebhookAttemptEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'webhook_attempts_pkey',
  })
  readonly id: number;

  @ForeignKey(() => WebhookDeliveryEntity, {
    name: 'webhook_attempts_delivery_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'delivery_id', type: 'bigint' })
  readonly deliveryId: number;

  /** Null if there was no answer. */
  @Column({ name: 'status_code', type: 'integer', nullable: true })
  readonly statusCode: number | null;

  @Column({ type: 'text', nullable: true })
  readonly error: string | null;

  /** The beginning of the answer. */
  @Column({ type: 'text', nullable: true })
  readonly response: string | null;

  @Column({ name: 'duration_ms', type: 'integer' })
  readonly durationMs: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
