import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** The credential of a provisioning service, for SCIM only. The token itself is not stored. */
@Entity('scim_tokens')
@Unique('scim_tokens_token_hash_key', ['tokenHash'])
export class ScimTokenEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'scim_tokens_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  /** The first characters of the token, by which administrators recognize it. */
  @Column({ type: 'text' })
  readonly prefix: string;

  /** SHA-256 of the token. */
  @Column({ name: 'token_hash', type: 'bytea' })
  readonly tokenHash: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  /** To the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt: Date | null;
}
