import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { PromptEntity } from '../prompt.entity.js';
import { PromptVersionEntity } from '../versions/prompt-version.entity.js';

/** Type name inside a tag's global ID. */
export const PROMPT_VERSION_TAG_TYPE = 'PromptVersionTag';

/** A name that points to one version of its prompt. */
@Entity('prompt_version_tags')
@Unique('prompt_version_tags_name_key', ['promptId', 'name'])
@Index('prompt_version_tags_version', ['promptVersionId', 'id'])
@Index('prompt_version_tags_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class PromptVersionTagEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'prompt_version_tags_pkey',
  })
  readonly id: number;

  @ForeignKey(() => PromptEntity, {
    name: 'prompt_version_tags_prompt_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'prompt_id', type: 'bigint' })
  readonly promptId: number;

  @ForeignKey(() => PromptVersionEntity, {
    name: 'prompt_version_tags_prompt_version_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'prompt_version_id', type: 'bigint' })
  readonly promptVersionId: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @ForeignKey(() => UserEntity, { name: 'prompt_version_tags_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;
}
