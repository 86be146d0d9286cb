import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/** A span or an annotation that could not be stored, with the reason for users. */
@Entity('ingestion_errors')
@Index('ingestion_errors_project_id', ['projectId', 'id'])
export class IngestionErrorEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'ingestion_errors_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, {
    name: 'ingestion_errors_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** Name of the rule, such as `missing_span_id`. */
  @Column({ type: 'text' })
  readonly reason: string;

  @Column({ type: 'text' })
  readonly message: string;

  @Column({ name: 'trace_id', type: 'text', nullable: true })
  readonly traceId: string | null;

  @Column({ name: 'span_id', type: 'text', nullable: true })
  readonly spanId: string | null;

  @Column({ name: 'span_name', type: 'text', nullable: true })
  readonly spanName: string | null;

  @Column({ name: 'occurred_at', type: 'timestamptz', default: () => 'now()' })
  readonly occurredAt: string;

  /** When its span was last sent again and refused; null if never. */
  @Column({ name: 'resent_at', type: 'timestamptz', nullable: true })
  readonly resentAt: string | null;
}
