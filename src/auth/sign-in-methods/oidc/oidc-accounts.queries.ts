import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { OidcProviderEnv } from '../../../config/oidc-env.js';
import { UserEntity } from '../../../users/user.entity.js';
import type { OidcProfile } from './claims.js';

/** A user whom a provider has identified. */
export interface ProvenPerson {
  provider: OidcProviderEnv;
  issuer: string;
  profile: OidcProfile;
}

/** SQL of the accounts of users whom providers identify. */
@Injectable()
export class OidcAccountsQueries {
  /** Two sign-ins of one user wait for each other, so they do not create two accounts. */
  async lockPerson(tx: EntityManager, { issuer, profile }: ProvenPerson): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      JSON.stringify(['oidc', issuer, profile.subject]),
    ]);
  }

  /**
   * Finds by issuer and subject. Rows older than the issuer column are found by client and subject.
   */
  async findKnown(
    tx: EntityManager,
    { provider, issuer, profile }: ProvenPerson,
  ): Promise<UserEntity | null> {
    const subject = { authMethod: 'OAUTH2', oauth2UserId: profile.subject } as const;
    return (
      (await tx.findOne(UserEntity, {
        where: { ...subject, oauth2Issuer: issuer },
        order: { id: 'ASC' },
      })) ??
      (await tx.findOneBy(UserEntity, {
        ...subject,
        oauth2Issuer: IsNull(),
        oauth2ClientId: provider.clientId,
      }))
    );
  }
}
