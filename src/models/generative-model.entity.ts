import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { GenerativeModelKind } from './generative-model.enum.js';

/** A model of a provider. Its pattern tells which names in spans refer to it. */
@Entity('generative_models')
@Check('generative_models_kind_check', "kind IN ('CUSTOM', 'BUILT_IN')")
@Index('generative_models_name', ['kind', 'name'], { unique: true, where: 'deleted_at IS NULL' })
@Index('generative_models_pattern', ['provider', 'namePattern'], {
  unique: true,
  where: "deleted_at IS NULL AND kind = 'CUSTOM'",
})
export class GenerativeModelEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'generative_models_pkey',
  })
  readonly id: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  /** Empty if the prices apply to any provider. */
  @Column({ type: 'text', collation: 'C', default: '' })
  readonly provider: string;

  /** RE2 syntax. Searched in the name of the span's model. */
  @Column({ name: 'name_pattern', type: 'text', collation: 'C' })
  readonly namePattern: string;

  @Column({ type: 'text' })
  readonly kind: GenerativeModelKind;

  /** The prices apply to spans that start from then on; null for all. */
  @Column({ name: 'start_time', type: 'timestamptz', nullable: true })
  readonly startTime: string | null;

  /** Start of the latest span that the model priced. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;

  /** The model stays for the spans that it priced. */
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  readonly deletedAt: string | null;
}

/** The price of one type of tokens of a model, in US dollars. */
@Entity('token_prices')
@Check('token_prices_cost_check', "cost_per_million >= 0 AND cost_per_million < 'Infinity'")
export class TokenPriceEntity {
  @ForeignKey(() => GenerativeModelEntity, {
    name: 'token_prices_model_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'model_id',
    type: 'bigint',
    primaryKeyConstraintName: 'token_prices_pkey',
  })
  readonly modelId: number;

  @PrimaryColumn({
    name: 'is_prompt',
    type: 'boolean',
    primaryKeyConstraintName: 'token_prices_pkey',
  })
  readonly isPrompt: boolean;

  /** `input`, `output`, `cache_read` and so on. */
  @PrimaryColumn({
    name: 'token_type',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'token_prices_pkey',
  })
  readonly tokenType: string;

  @Column({ name: 'cost_per_million', type: 'double precision' })
  readonly costPerMillion: number;

  /** If this attribute of the span is above the threshold, the other price applies to all tokens. */
  @Column({ name: 'tier_attribute', type: 'text', nullable: true })
  readonly tierAttribute: string | null;

  @Column({ name: 'tier_threshold', type: 'double precision', nullable: true })
  readonly tierThreshold: number | null;

  @Column({ name: 'tier_cost_per_million', type: 'double precision', nullable: true })
  readonly tierCostPerMillion: number | null;
}
