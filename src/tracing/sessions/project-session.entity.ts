import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/**
 * The traces of one conversation, all in one project. Its totals are computed from its traces. The same ID in
 * another project is another session (docs/adr/0108-sessions-of-projects.md).
 */
@Entity('project_sessions')
@Index('project_sessions_id', ['id'])
@Index('project_sessions_project_id', ['projectId', 'id'])
@Index('project_sessions_project_start', ['projectId', 'startTime', 'id'])
@Index('project_sessions_project_end', ['projectId', 'endTime', 'id'])
export class ProjectSessionEntity {
  @PrimaryColumn({
    name: 'session_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'project_sessions_pkey',
  })
  readonly sessionId: string;

  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, {
    name: 'project_sessions_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'project_id',
    type: 'bigint',
    primaryKeyConstraintName: 'project_sessions_pkey',
  })
  projectId: number;

  @Column({ name: 'start_time', type: 'timestamptz' })
  startTime: string;

  @Column({ name: 'end_time', type: 'timestamptz' })
  endTime: string;
}
