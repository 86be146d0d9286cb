import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { OAuth2GrantEntity } from './oauth2-grant.entity.js';

/** An access token of a grant and the refresh token issued with it, each as its SHA-256. */
@Entity('oauth2_grant_tokens')
@Unique('oauth2_grant_tokens_access_hash_key', ['accessHash'])
@Unique('oauth2_grant_tokens_refresh_hash_key', ['refreshHash'])
@Index('oauth2_grant_tokens_grant', ['grantId', 'id'])
@Index('oauth2_grant_tokens_expires', ['refreshExpiresAt'])
@Check('oauth2_grant_tokens_audience_check', "audience IN ('server', 'mcp')")
export class GrantTokenEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'oauth2_grant_tokens_pkey',
  })
  readonly id: number;

  @ForeignKey(() => OAuth2GrantEntity, {
    name: 'oauth2_grant_tokens_grant_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'grant_id', type: 'bigint' })
  readonly grantId: number;

  @Column({ name: 'access_hash', type: 'bytea' })
  readonly accessHash: Buffer;

  @Column({ name: 'refresh_hash', type: 'bytea' })
  readonly refreshHash: Buffer;

  /** The part of the server that the tokens are limited to; null: none. */
  @Column({ type: 'text', nullable: true })
  readonly audience: 'server' | 'mcp' | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'access_expires_at', type: 'timestamptz' })
  readonly accessExpiresAt: Date;

  @Column({ name: 'refresh_expires_at', type: 'timestamptz' })
  readonly refreshExpiresAt: Date;

  /** Set when the refresh token is used, which makes both tokens invalid. */
  @Column({ name: 'consumed_at', type: 'timestamptz', nullable: true })
  readonly consumedAt: Date | null;
}
