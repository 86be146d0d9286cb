import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AnnotationConfigEntity } from '../configs/annotation-config.entity.js';
import { AnnotationQueueEntity } from './annotation-queue.entity.js';

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
