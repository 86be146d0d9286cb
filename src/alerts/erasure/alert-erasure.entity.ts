import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';
import type { AlertGrouping } from '../alert-rule.enum.js';

/**
 * A group that alerts must forget, because the traces that it came from are deleted. Written with their
 * deletion, so that an erasure that is stopped can go on.
 */
@Entity('alert_erasures')
export class AlertErasureEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'alert_erasures_pkey',
  })
  readonly id: number;

  @Column({ name: 'group_by', type: 'text' })
  readonly groupBy: AlertGrouping;

  /** The dotted name of the attribute that had the group as its value. */
  @Column({ name: 'group_attribute', type: 'text', nullable: true })
  readonly groupAttribute: string | null;

  /** Null for sessions that an earlier version erased. */
  @ForeignKey(() => ProjectEntity, { name: 'alert_erasures_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  @Column({ type: 'text' })
  readonly key: string;
}
