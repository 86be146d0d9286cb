import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';
import type { SavedViewList } from './saved-view.enum.js';

/** The filters, columns, sort and range of a list, under a name. */
@Entity('saved_views')
@Check('saved_views_list_check', "list IN ('SPANS', 'TRACES', 'SESSIONS')")
@Index('saved_views_shared', ['projectId', 'list', 'name'], {
  unique: true,
  where: 'owner_id IS NULL',
})
@Index('saved_views_private', ['projectId', 'ownerId', 'list', 'name'], {
  unique: true,
  where: 'owner_id IS NOT NULL',
})
@Index('saved_views_owner', ['ownerId'], { where: 'owner_id IS NOT NULL' })
export class SavedViewEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'saved_views_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'saved_views_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @Column({ type: 'text' })
  readonly list: SavedViewList;

  /** Unique in the list, among shared views and among those of each user. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  /** The query string of the list's page, without the question mark. */
  @Column({ type: 'text' })
  readonly query: string;

  /** The only user who sees it; null if the view is shared. */
  @ForeignKey(() => UserEntity, { name: 'saved_views_owner_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'owner_id', type: 'bigint', nullable: true })
  readonly ownerId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
