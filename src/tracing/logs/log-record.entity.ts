import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A log record that was sent over OTLP. Those that name a trace of their project are deleted and moved with
 * it. Not a foreign key, for speed: those who delete a project delete its records.
 */
@Entity('log_records')
@Index('log_records_project_time', { synchronize: false })
@Index('log_records_span', { synchronize: false })
@Index('log_records_user', { synchronize: false })
export class LogRecordEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'log_records_pkey',
  })
  readonly id: number;

  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** When it happened, was observed, or arrived, whichever is known first. */
  @Column({ type: 'timestamptz' })
  readonly time: string;

  @Column({ name: 'observed_time', type: 'timestamptz', nullable: true })
  readonly observedTime: string | null;

  /** 1 to 24 as in OpenTelemetry, of which 17 and more are errors; 0 if unset. */
  @Column({ name: 'severity_number', type: 'smallint' })
  readonly severityNumber: number;

  @Column({ name: 'severity_text', type: 'text', nullable: true })
  readonly severityText: string | null;

  /** Of an event. */
  @Column({ name: 'event_name', type: 'text', collation: 'C', nullable: true })
  readonly eventName: string | null;

  /** Text, or JSON. */
  @Column({ type: 'text', nullable: true })
  readonly body: string | null;

  @Column({ name: 'is_json_body', type: 'boolean' })
  readonly isJsonBody: boolean;

  /** Under the keys that were sent. */
  @Column({ type: 'json' })
  readonly attributes: unknown;

  @Column({ name: 'trace_id', type: 'text', collation: 'C', nullable: true })
  readonly traceId: string | null;

  @Column({ name: 'span_id', type: 'text', collation: 'C', nullable: true })
  readonly spanId: string | null;

  /** The resource attribute `service.name`. */
  @Column({ name: 'service_name', type: 'text', collation: 'C', nullable: true })
  readonly serviceName: string | null;

  /** The instrumentation that made it. */
  @Column({ name: 'scope_name', type: 'text', collation: 'C', nullable: true })
  readonly scopeName: string | null;

  /** The attribute `user.id`. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  readonly userId: string | null;
}
