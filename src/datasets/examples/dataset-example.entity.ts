import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { DatasetEntity } from '../dataset.entity.js';
import { DatasetSplitEntity } from '../splits/dataset-split.entity.js';

/** Type name inside an example's global ID. */
export const DATASET_EXAMPLE_TYPE = 'DatasetExample';

/** An example in its current state. Its revisions store its content at each version. */
@Entity('dataset_examples')
@Unique('dataset_examples_external_id_key', ['datasetId', 'externalId'])
@Index('dataset_examples_dataset', ['datasetId', 'id', 'createdVersionId', 'deletedVersionId'])
@Index('dataset_examples_live', ['datasetId', 'id'], { where: 'is_live' })
@Index('dataset_examples_span', ['traceId', 'spanId'], { where: 'span_id IS NOT NULL' })
export class DatasetExampleEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_examples_pkey',
  })
  readonly id: number;

  @ForeignKey(() => DatasetEntity, {
    name: 'dataset_examples_dataset_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'dataset_id', type: 'bigint' })
  readonly datasetId: number;

  /** The id that its author chose. */
  @Column({ name: 'external_id', type: 'text', collation: 'C', nullable: true })
  readonly externalId: string | null;

  /** Trace of the span that the example was created from, which may no longer exist. */
  @Column({ name: 'trace_id', type: 'text', collation: 'C', nullable: true })
  readonly traceId: string | null;

  @Column({ name: 'span_id', type: 'text', collation: 'C', nullable: true })
  readonly spanId: string | null;

  @Column({ name: 'created_version_id', type: 'bigint' })
  readonly createdVersionId: number;

  /** The version that last deleted it; the largest bigint while it is live. */
  @Column({ name: 'deleted_version_id', type: 'bigint', default: '9223372036854775807' })
  readonly deletedVersionId: number;

  /** The newest revision. */
  @Column({ name: 'revision_id', type: 'bigint' })
  readonly revisionId: number;

  /** 16 bytes of SHA-256 over the canonical JSON of the newest revision; null after a deletion. */
  @Column({ name: 'content_hash', type: 'bytea', nullable: true })
  readonly contentHash: Buffer | null;

  /** Whether the newest version contains it. */
  @Column({ name: 'is_live', type: 'boolean', default: true })
  readonly isLive: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}

/** The columns that the APIs return. Times are wire text, which keeps microseconds. */
export type DatasetExampleRow = Omit<
  DatasetExampleEntity,
  'createdVersionId' | 'deletedVersionId' | 'contentHash'
>;

/** Assigns an example to a split. Not versioned. */
@Entity('dataset_split_examples')
@Index('dataset_split_examples_example', ['exampleId'])
export class DatasetSplitExampleEntity {
  @ForeignKey(() => DatasetSplitEntity, {
    name: 'dataset_split_examples_split_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'split_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_split_examples_pkey',
  })
  readonly splitId: number;

  @PrimaryColumn({
    name: 'dataset_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_split_examples_pkey',
  })
  readonly datasetId: number;

  @ForeignKey(() => DatasetExampleEntity, {
    name: 'dataset_split_examples_example_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'example_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_split_examples_pkey',
  })
  readonly exampleId: number;
}
