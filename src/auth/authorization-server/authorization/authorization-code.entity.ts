import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';
import { OAuth2GrantEntity } from '../grants/oauth2-grant.entity.js';
import { OAuth2ClientEntity } from '../clients/oauth2-client.entity.js';

/** A code that an application can exchange for tokens once, as its SHA-256. */
@Entity('oauth2_authorization_codes')
@Index('oauth2_authorization_codes_user', ['userId'])
@Index('oauth2_authorization_codes_client', ['clientId'])
@Index('oauth2_authorization_codes_expires', ['expiresAt'])
@Index('oauth2_authorization_codes_grant', ['grantId'])
@Check('oauth2_authorization_codes_audience_check', "audience IN ('server', 'mcp')")
export class AuthorizationCodeEntity {
  @PrimaryColumn({
    name: 'code_hash',
    type: 'bytea',
    primaryKeyConstraintName: 'oauth2_authorization_codes_pkey',
  })
  readonly codeHash: Buffer;

  @ForeignKey(() => UserEntity, {
    name: 'oauth2_authorization_codes_user_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  @ForeignKey(() => OAuth2ClientEntity, {
    name: 'oauth2_authorization_codes_client_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'client_id', type: 'bigint' })
  readonly clientId: number;

  /** The one of the request, with its port. */
  @Column({ name: 'redirect_uri', type: 'text' })
  readonly redirectUri: string;

  /** SHA-256 of the verifier (RFC 7636), as the application sent it. */
  @Column({ name: 'code_challenge', type: 'text' })
  readonly codeChallenge: string;

  /** The part of the server that the tokens will be limited to; null: none. */
  @Column({ type: 'text', nullable: true })
  readonly audience: 'server' | 'mcp' | null;

  /**
   * The grant that the code was exchanged for. Using the code again ends this grant. Null if the code is
   * unused.
   */
  @ForeignKey(() => OAuth2GrantEntity, {
    name: 'oauth2_authorization_codes_grant_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'grant_id', type: 'bigint', nullable: true })
  readonly grantId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;
}
