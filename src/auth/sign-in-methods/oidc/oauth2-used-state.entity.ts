import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A `state` that has returned from a provider and must not be accepted again. */
@Entity('oauth2_used_states')
@Index('oauth2_used_states_expires', ['expiresAt'])
export class OAuth2UsedStateEntity {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'oauth2_used_states_pkey' })
  readonly hash: Buffer;

  /** When the state itself expires. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;
}
