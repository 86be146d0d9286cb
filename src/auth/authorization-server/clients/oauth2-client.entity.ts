import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

const UNUSED = 'last_used_at IS NULL AND NOT is_first_party';

/** An application that may ask users to act for them. All are public: none has a secret. */
@Entity('oauth2_clients')
@Unique('oauth2_clients_client_id_key', ['clientId'])
@Index('oauth2_clients_unused', ['createdAt', 'id'], { where: UNUSED })
@Index('oauth2_clients_address', ['registeredFrom', 'createdAt'], { where: UNUSED })
@Index('oauth2_clients_used', ['lastUsedAt'], {
  where: 'last_used_at IS NOT NULL AND NOT is_first_party',
})
export class OAuth2ClientEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'oauth2_clients_pkey',
  })
  readonly id: number;

  /** The public identifier. */
  @Column({ name: 'client_id', type: 'text', collation: 'C' })
  readonly clientId: string;

  /** As the application calls itself. */
  @Column({ type: 'text' })
  readonly name: string;

  @Column({ name: 'logo_uri', type: 'text', nullable: true })
  readonly logoUri: string | null;

  @Column({ name: 'redirect_uris', type: 'text', array: true })
  readonly redirectUris: string[];

  /** Whether this server knows who made the application, because it did not register itself. */
  @Column({ name: 'is_first_party', type: 'boolean', default: false })
  readonly isFirstParty: boolean;

  /** Block of the address that registered it. */
  @Column({ name: 'registered_from', type: 'text', collation: 'C', nullable: true })
  readonly registeredFrom: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  /** When it last got tokens, to the hour. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt: Date | null;
}
