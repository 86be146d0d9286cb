import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Something that somebody did or tried to do. A trigger rejects changes, except that old events expire. */
@Entity('audit_events')
@Index('audit_events_action', ['action', 'id'])
@Index('audit_events_actor', ['actorId', 'id'])
@Index('audit_events_outcome', ['outcome', 'id'])
@Index('audit_events_occurred', ['occurredAt', 'id'])
@Check('audit_events_outcome_check', "outcome IN ('success', 'failure')")
export class AuditEventEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'audit_events_pkey',
  })
  readonly id: number;

  @Column({ name: 'occurred_at', type: 'timestamptz', default: () => 'now()' })
  readonly occurredAt: Date;

  /** Dotted, such as `login.failed`. */
  @Column({ type: 'text' })
  readonly action: string;

  @Column({ type: 'text' })
  readonly outcome: 'success' | 'failure';

  /** Row ID of the user, who may have been deleted. */
  @Column({ name: 'actor_id', type: 'bigint', nullable: true })
  readonly actorId: number | null;

  /** Name at that time, or the name that was typed if nobody was signed in. */
  @Column({ name: 'actor_name', type: 'text', nullable: true })
  readonly actorName: string | null;

  /** `session`, `api-key`, `admin-secret`, or `none`. */
  @Column({ type: 'text', nullable: true })
  readonly credential: string | null;

  @Column({ name: 'subject_type', type: 'text', nullable: true })
  readonly subjectType: string | null;

  @Column({ name: 'subject_id', type: 'text', nullable: true })
  readonly subjectId: string | null;

  @Column({ name: 'subject_name', type: 'text', nullable: true })
  readonly subjectName: string | null;

  @Column({ type: 'text', nullable: true })
  readonly address: string | null;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  readonly userAgent: string | null;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  readonly requestId: string | null;

  @Column({ type: 'jsonb', default: {} })
  readonly details: Record<string, unknown>;
}
