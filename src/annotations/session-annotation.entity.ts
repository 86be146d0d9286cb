import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectSessionEntity } from '../tracing/sessions/project-session.entity.js';
import { AnnotationOf } from './annotation.entity.js';

const TABLE = 'session_annotations';

/** A judgment of a session, or a note about it. */
@Entity(TABLE)
@Index(`${TABLE}_project_repeated`, ['projectId', 'name'], { where: "identifier <> ''" })
@ForeignKey(() => ProjectSessionEntity, ['sessionId', 'projectId'], ['sessionId', 'projectId'], {
  name: 'session_annotations_session_fkey',
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
})
export class SessionAnnotationEntity extends AnnotationOf(TABLE, { hasProjectKey: true }) {
  @PrimaryColumn({
    name: 'session_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'session_annotations_pkey',
  })
  readonly sessionId: string;
}
