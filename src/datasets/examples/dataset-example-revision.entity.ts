import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { DatasetExampleEntity } from './dataset-example.entity.js';

/** The kinds of changes to an example. */
export enum RevisionKind {
  CREATE = 'CREATE',
  PATCH = 'PATCH',
  DELETE = 'DELETE',
}

/** The content of an example since one version. Never changes. */
@Entity('dataset_example_revisions')
@Unique('dataset_example_revisions_version_key', ['exampleId', 'versionId'])
@Check('dataset_example_revisions_kind_check', "kind IN ('CREATE', 'PATCH', 'DELETE')")
export class DatasetExampleRevisionEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_example_revisions_pkey',
  })
  readonly id: number;

  @ForeignKey(() => DatasetExampleEntity, {
    name: 'dataset_example_revisions_example_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'example_id', type: 'bigint' })
  readonly exampleId: number;

  @Column({ name: 'version_id', type: 'bigint' })
  readonly versionId: number;

  @Column({ type: 'text' })
  readonly kind: RevisionKind;

  @Column({ type: 'json' })
  readonly input: object;

  @Column({ type: 'json' })
  readonly output: object;

  @Column({ type: 'json' })
  readonly metadata: object;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}

/** A row as read from the database, with times as wire text. */
export type DatasetExampleRevisionRow = DatasetExampleRevisionEntity;
