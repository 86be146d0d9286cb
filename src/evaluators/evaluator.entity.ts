import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { PromptEntity } from '../prompts/prompt.entity.js';
import { PromptVersionTagEntity } from '../prompts/tags/prompt-version-tag.entity.js';
import { SandboxConfigEntity } from '../sandbox/sandbox-config.entity.js';
import { UserEntity } from '../users/user.entity.js';
import type { EvaluatorKind } from './evaluator.enum.js';

/** An evaluator. A built-in one has a row so that datasets can refer to it. */
@Entity('evaluators')
@Index('evaluators_built_in', ['name'], { unique: true, where: "kind = 'BUILTIN'" })
@Index('evaluators_prompt', ['promptId'], { where: 'prompt_id IS NOT NULL' })
@Index('evaluators_tag', ['promptVersionTagId'], { where: 'prompt_version_tag_id IS NOT NULL' })
@Index('evaluators_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Index('evaluators_updater', ['updatedBy'], { where: 'updated_by IS NOT NULL' })
@Index('evaluators_sandbox_config', ['sandboxConfigId'], {
  where: 'sandbox_config_id IS NOT NULL',
})
@Check('evaluators_kind_check', "kind IN ('LLM', 'CODE', 'BUILTIN')")
@Check('evaluators_prompt_check', "(kind = 'LLM') = (prompt_id IS NOT NULL)")
@Check(
  'evaluators_code_check',
  "(kind = 'CODE') = (language IS NOT NULL AND sandbox_config_id IS NOT NULL)",
)
export class EvaluatorEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'evaluators_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly kind: `${EvaluatorKind}`;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  /** For searches that ignore case. */
  @Column({ name: 'name_folded', type: 'text' })
  readonly nameFolded: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  /** Null for built-in evaluators, which define theirs in code. */
  @Column({ name: 'output_configs', type: 'json', nullable: true })
  readonly outputConfigs: object | null;

  /** Protects the prompt from deletion. */
  @ForeignKey(() => PromptEntity, { name: 'evaluators_prompt_id_fkey' })
  @Column({ name: 'prompt_id', type: 'bigint', nullable: true })
  readonly promptId: number | null;

  /** Whether the prompt was created with the evaluator. */
  @Column({ name: 'owns_prompt', type: 'boolean', default: false })
  readonly ownsPrompt: boolean;

  /** Points to the version to use. If the tag has been deleted, the newest version is used. */
  @ForeignKey(() => PromptVersionTagEntity, {
    name: 'evaluators_prompt_version_tag_id_fkey',
    onDelete: 'SET NULL',
  })
  @Column({ name: 'prompt_version_tag_id', type: 'bigint', nullable: true })
  readonly promptVersionTagId: number | null;

  /** Of code. */
  @Column({ type: 'text', nullable: true })
  readonly language: SandboxConfigEntity['language'] | null;

  /** Where code runs. Protects the config from deletion. */
  @ForeignKey(() => SandboxConfigEntity, { name: 'evaluators_sandbox_config_id_fkey' })
  @Column({ name: 'sandbox_config_id', type: 'bigint', nullable: true })
  readonly sandboxConfigId: number | null;

  /** Where the inputs come from, unless a dataset or a rule says otherwise. */
  @Column({ name: 'input_mapping', type: 'json', nullable: true })
  readonly inputMapping: object | null;

  @ForeignKey(() => UserEntity, { name: 'evaluators_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  /** Whether one that asks a model stays when no dataset and no rule uses it. */
  @Column({ name: 'is_standalone', type: 'boolean', default: false })
  readonly isStandalone: boolean;

  @ForeignKey(() => UserEntity, { name: 'evaluators_updated_by_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'updated_by', type: 'bigint', nullable: true })
  readonly updatedBy: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
