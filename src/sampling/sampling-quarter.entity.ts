import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';

const KEY = { primaryKeyConstraintName: 'sampling_quarters_pkey' };

/** How many traces of a project had an outcome in a quarter of an hour. */
@Entity('sampling_quarters')
export class SamplingQuarterEntity {
  @ForeignKey(() => ProjectEntity, {
    name: 'sampling_quarters_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({ name: 'project_id', type: 'bigint', ...KEY })
  readonly projectId: number;

  /** In which it was decided. */
  @PrimaryColumn({ type: 'integer', ...KEY })
  readonly quarter: number;

  @PrimaryColumn({ type: 'text', ...KEY })
  readonly outcome: string;

  @Column({ name: 'trace_count', type: 'bigint' })
  readonly traceCount: number;

  @Column({ name: 'span_count', type: 'bigint' })
  readonly spanCount: number;
}
