import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IngestionErrorEntity } from './ingestion-error.entity.js';

/** A span that could not be stored, kept to be sent again. */
@Entity('kept_spans')
@Index('kept_spans_project', { synchronize: false })
@Index('kept_spans_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class KeptSpanEntity {
  @ForeignKey(() => IngestionErrorEntity, {
    name: 'kept_spans_error_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'error_id',
    type: 'bigint',
    primaryKeyConstraintName: 'kept_spans_pkey',
  })
  readonly errorId: number;

  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** An ExportTraceServiceRequest in OTLP's JSON mapping, deflated. */
  @Column({ type: 'bytea' })
  readonly content: Buffer;

  /** Length of the content. */
  @Column({ name: 'byte_size', type: 'integer' })
  readonly byteSize: number;

  /** Whether its IDs need not be hex. */
  @Column({ name: 'accepts_any_id', type: 'boolean' })
  readonly acceptsAnyId: boolean;

  /** Fingerprint of the mask that was applied; null if there was none. */
  @Column({ name: 'masked_by', type: 'text', nullable: true })
  readonly maskedBy: string | null;

  /** The end user whom it names, so that it can be erased. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  readonly userId: string | null;
}
