import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';

/** A label for datasets, known to the whole server. */
@Entity('dataset_labels')
@Unique('dataset_labels_name_key', ['name'])
@Index('dataset_labels_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class DatasetLabelEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_labels_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'text' })
  readonly color: string;

  @ForeignKey(() => UserEntity, { name: 'dataset_labels_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;
}

/** The columns that are shown. */
export type DatasetLabelRow = Omit<DatasetLabelEntity, 'userId'>;
