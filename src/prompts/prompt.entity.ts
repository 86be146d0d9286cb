import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';

/** Type name inside a prompt's global ID. */
export const PROMPT_TYPE = 'Prompt';

/** A named prompt. Its versions have their own table. */
@Entity('prompts')
@Unique('prompts_name_key', ['name'])
@Index('prompts_source', ['sourcePromptId'], { where: 'source_prompt_id IS NOT NULL' })
@Index('prompts_project', ['projectId'], { where: 'project_id IS NOT NULL' })
@Index('prompts_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Index('prompts_updater', ['updatedBy'], { where: 'updated_by IS NOT NULL' })
export class PromptEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'prompts_pkey',
  })
  readonly id: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  @ForeignKey(() => PromptEntity, { name: 'prompts_source_prompt_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'source_prompt_id', type: 'bigint', nullable: true })
  readonly sourcePromptId: number | null;

  /** The project that it belongs to; null if everyone may see it. */
  @ForeignKey(() => ProjectEntity, { name: 'prompts_project_id_fkey', onDelete: 'RESTRICT' })
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  @ForeignKey(() => UserEntity, { name: 'prompts_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @ForeignKey(() => UserEntity, { name: 'prompts_updated_by_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'updated_by', type: 'bigint', nullable: true })
  readonly updatedBy: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** A row as queries return it, with times as wire text. */
export type PromptRow = PromptEntity;
