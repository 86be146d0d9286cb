import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { DatasetUploadEntity } from './dataset-upload.entity.js';

/** An example of an upload in the queue. */
@Entity('dataset_upload_rows')
export class DatasetUploadRowEntity {
  @ForeignKey(() => DatasetUploadEntity, {
    name: 'dataset_upload_rows_upload_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'upload_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_upload_rows_pkey',
  })
  readonly uploadId: number;

  @PrimaryColumn({
    name: 'row_number',
    type: 'integer',
    primaryKeyConstraintName: 'dataset_upload_rows_pkey',
  })
  readonly rowNumber: number;

  @Column({ type: 'json' })
  readonly input: object;

  @Column({ type: 'json' })
  readonly output: object;

  @Column({ type: 'json' })
  readonly metadata: object;

  @Column({ name: 'content_hash', type: 'bytea' })
  readonly contentHash: Buffer;

  @Column({ type: 'text', array: true })
  readonly splits: string[];

  @Column({ name: 'span_id', type: 'text', collation: 'C', nullable: true })
  readonly spanId: string | null;

  @Column({ name: 'example_id', type: 'text', collation: 'C', nullable: true })
  readonly exampleId: string | null;

  /** The row ID in `exampleId`, if that is the global ID of an example. */
  @Column({ name: 'node_id', type: 'bigint', nullable: true })
  readonly nodeId: number | null;
}
