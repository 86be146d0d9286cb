import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';
import type { WebhookFormat, WebhookSubscription } from './webhook.enum.js';

/** The HTTP address that messages are sent to, and the events to send. */
@Entity('webhooks')
@Unique('webhooks_name_key', ['name'])
@Index('webhooks_project', ['projectId'], { where: 'project_id IS NOT NULL' })
@Index('webhooks_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Check('webhooks_format_check', "format IN ('STANDARD', 'SLACK')")
export class WebhookEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'webhooks_pkey',
  })
  readonly id: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text' })
  readonly format: `${WebhookFormat}`;

  /** The beginning of its address, which is no secret. */
  @Column({ type: 'text' })
  readonly origin: string;

  /** JSON text with its address and the secret that signs its messages, sealed. */
  @Column({ type: 'bytea', select: false })
  readonly sealed: Buffer;

  /** ID of the server secret that sealed it. */
  @Column({ name: 'key_id', type: 'text' })
  readonly keyId: string;

  @Column({ type: 'text', array: true })
  readonly events: `${WebhookSubscription}`[];

  /** False also while it is paused. */
  @Column({ name: 'is_enabled', type: 'boolean' })
  readonly isEnabled: boolean;

  /** The first failure since the last success. */
  @Column({ name: 'failing_since', type: 'timestamptz', nullable: true })
  readonly failingSince: string | null;

  /** When the server disabled it because it failed for long; null if it did not. */
  @Column({ name: 'paused_at', type: 'timestamptz', nullable: true })
  readonly pausedAt: string | null;

  /** The only project whose events it gets; null: those of all projects that everyone may see. */
  @ForeignKey(() => ProjectEntity, { name: 'webhooks_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  /** Its owner, who is told when it is paused. */
  @ForeignKey(() => UserEntity, { name: 'webhooks_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
