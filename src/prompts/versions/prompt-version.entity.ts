import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { CustomModelProviderEntity } from '../../model-providers/custom/custom-model-provider.entity.js';
import { PromptEntity } from '../prompt.entity.js';

/** Type name inside a version's global ID. */
export const PROMPT_VERSION_TYPE = 'PromptVersion';

/** A version of a prompt. Never changes. */
@Entity('prompt_versions')
@Index('prompt_versions_prompt', ['promptId', 'id'])
@Index('prompt_versions_custom_provider', ['customProviderId'], {
  where: 'custom_provider_id IS NOT NULL',
})
@Index('prompt_versions_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Check('prompt_versions_template_type_check', "template_type IN ('CHAT', 'STR')")
@Check(
  'prompt_versions_template_format_check',
  "template_format IN ('MUSTACHE', 'F_STRING', 'NONE')",
)
export class PromptVersionEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'prompt_versions_pkey',
  })
  readonly id: number;

  @ForeignKey(() => PromptEntity, { name: 'prompt_versions_prompt_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'prompt_id', type: 'bigint' })
  readonly promptId: number;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ name: 'template_type', type: 'text' })
  readonly templateType: string;

  @Column({ name: 'template_format', type: 'text' })
  readonly templateFormat: string;

  @Column({ type: 'json' })
  readonly template: object;

  @Column({ name: 'invocation_parameters', type: 'json' })
  readonly invocationParameters: object;

  @Column({ type: 'json', nullable: true })
  readonly tools: object | null;

  @Column({ name: 'response_format', type: 'json', nullable: true })
  readonly responseFormat: object | null;

  @Column({ name: 'model_provider', type: 'text' })
  readonly modelProvider: string;

  @Column({ name: 'model_name', type: 'text' })
  readonly modelName: string;

  /** Null for a built-in provider. */
  @ForeignKey(() => CustomModelProviderEntity, {
    name: 'prompt_versions_custom_provider_id_fkey',
    onDelete: 'SET NULL',
  })
  @Column({ name: 'custom_provider_id', type: 'bigint', nullable: true })
  readonly customProviderId: number | null;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  @ForeignKey(() => UserEntity, { name: 'prompt_versions_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}

/** A version without its payload, for lists. Times are wire text. */
export type PromptVersionRow = Omit<
  PromptVersionEntity,
  'template' | 'invocationParameters' | 'tools' | 'responseFormat' | 'metadata'
>;
