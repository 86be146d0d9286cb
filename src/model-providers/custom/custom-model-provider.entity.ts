import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';

/** A model provider that an administrator configured, with its sealed connection. */
@Entity('custom_model_providers')
@Check(
  'custom_model_providers_sdk_check',
  "sdk IN ('openai', 'azure_openai', 'anthropic', 'google_genai', 'aws_bedrock')",
)
@Index('custom_model_providers_name', ['name'], { unique: true })
@Index('custom_model_providers_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class CustomModelProviderEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'custom_model_providers_pkey',
  })
  readonly id: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** Who runs the models, in any words. */
  @Column({ type: 'text' })
  readonly provider: string;

  @Column({ type: 'text' })
  readonly sdk: 'openai' | 'azure_openai' | 'anthropic' | 'google_genai' | 'aws_bedrock';

  /** A `ModelConnection` as JSON, sealed. */
  @Column({ name: 'sealed_config', type: 'bytea', select: false })
  readonly sealedConfig: Buffer;

  /** ID of the server secret that sealed it. */
  @Column({ name: 'key_id', type: 'text' })
  readonly keyId: string;

  /** The models that users can choose. They can also type others. */
  @Column({ name: 'model_names', type: 'text', array: true, default: [] })
  readonly modelNames: string[];

  /** Who changed it last; null if unknown or deleted. */
  @ForeignKey(() => UserEntity, {
    name: 'custom_model_providers_user_id_fkey',
    onDelete: 'SET NULL',
  })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
