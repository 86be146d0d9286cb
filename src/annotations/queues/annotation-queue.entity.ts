import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';
import { UserEntity } from '../../users/user.entity.js';
import type { QueueTarget } from './annotation-queue.enum.js';
import { AnnotationConfigEntity } from '../configs/annotation-config.entity.js';

/** A list of items that people judge one by one. */
@Entity('annotation_queues')
@Unique('annotation_queues_name_key', ['projectId', 'name'])
@Check('annotation_queues_target_check', "target IN ('SPAN', 'TRACE', 'SESSION')")
@Index('annotation_queues_project', ['projectId', 'id'])
@Index('annotation_queues_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class AnnotationQueueEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'annotation_queues_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, {
    name: 'annotation_queues_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** Unique in the project. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'text' })
  readonly target: QueueTarget;

  /** How many people should judge each item. */
  @Column({ name: 'judgments_per_item', type: 'integer', default: 1 })
  readonly judgmentsPerItem: number;

  /** Who created the queue; null without authentication. */
  @ForeignKey(() => UserEntity, { name: 'annotation_queues_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

const primaryKeyConstraintName = 'annotation_queue_configs_pkey';

/** A config that a queue asks its reviewers for. */
@Entity('annotation_queue_configs')
@Index('annotation_queue_configs_config', ['annotationConfigId'])
export class AnnotationQueueConfigEntity {
  @ForeignKey(() => AnnotationQueueEntity, {
    name: 'annotation_queue_configs_queue_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({ name: 'queue_id', type: 'bigint', primaryKeyConstraintName })
  readonly queueId: number;

  @ForeignKey(() => AnnotationConfigEntity, {
    name: 'annotation_queue_configs_annotation_config_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({ name: 'annotation_config_id', type: 'bigint', primaryKeyConstraintName })
  readonly annotationConfigId: number;
}
