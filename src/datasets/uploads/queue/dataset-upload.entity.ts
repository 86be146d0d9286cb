import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetEntity } from '../../dataset.entity.js';
import { ProjectEntity } from '../../../projects/project.entity.js';
import { UserEntity } from '../../../users/user.entity.js';

/** Type name inside the global ID of an upload. */
export const DATASET_UPLOAD_TYPE = 'DatasetUpload';

/** The progress of an upload that is stored after its response. */
export enum DatasetUploadStatus {
  QUEUED = 'QUEUED',
  RUNNING = 'RUNNING',
  DONE = 'DONE',
  FAILED = 'FAILED',
}

/** An upload that is stored after its response. */
@Entity('dataset_uploads')
@Index('dataset_uploads_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Index('dataset_uploads_dataset', ['datasetId'], { where: 'dataset_id IS NOT NULL' })
@Index('dataset_uploads_project', ['projectId'], { where: 'project_id IS NOT NULL' })
@Index('dataset_uploads_waiting', ['id'], { where: "status IN ('QUEUED', 'RUNNING')" })
@Index('dataset_uploads_finished', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
@Check('dataset_uploads_action_check', "action IN ('create', 'append', 'update')")
@Check('dataset_uploads_status_check', "status IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')")
export class DatasetUploadEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_uploads_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text' })
  readonly action: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ name: 'are_splits_provided', type: 'boolean' })
  readonly areSplitsProvided: boolean;

  @ForeignKey(() => UserEntity, { name: 'dataset_uploads_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  /** The project to which the dataset is to belong; null for none, or the one that it has. */
  @ForeignKey(() => ProjectEntity, {
    name: 'dataset_uploads_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  @Column({ type: 'text', default: 'QUEUED' })
  readonly status: DatasetUploadStatus;

  @Column({ name: 'row_count', type: 'integer', default: 0 })
  readonly rowCount: number;

  @Column({ type: 'text', nullable: true })
  readonly error: string | null;

  @ForeignKey(() => DatasetEntity, {
    name: 'dataset_uploads_dataset_id_fkey',
    onDelete: 'SET NULL',
  })
  @Column({ name: 'dataset_id', type: 'bigint', nullable: true })
  readonly datasetId: number | null;

  @Column({ name: 'created_count', type: 'integer', nullable: true })
  readonly createdCount: number | null;

  @Column({ name: 'updated_count', type: 'integer', nullable: true })
  readonly updatedCount: number | null;

  @Column({ name: 'deleted_count', type: 'integer', nullable: true })
  readonly deletedCount: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  readonly finishedAt: Date | null;
}
