import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { sha256 } from '../../../kernel/security/sha256.js';
import { PasskeyChallengeEntity } from './passkey-challenge.entity.js';
import { PasskeysQueries } from './passkeys.queries.js';

/** How long a browser may ask its user. */
const CHALLENGE_SECONDS = 300;

/** The purpose of a challenge, and the user whose passkey must sign it; null while the user is not known. */
export type ChallengeUse = Pick<PasskeyChallengeEntity, 'purpose' | 'userId'>;

/** Challenges for passkeys, each of which works once, for one purpose. */
@Injectable()
export class PasskeyChallengesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: PasskeysQueries,
  ) {}

  /** Returns a challenge as browsers send it back, in base64url. */
  async issue(use: ChallengeUse): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
    const row = { ...use, hash: sha256(challenge), expiresAt };
    await this.database.manager.insert(PasskeyChallengeEntity, row);
    return challenge;
  }

  /** Uses a challenge up. False if it was used, has expired, or was issued for something else. */
  async spend(
    challenge: string,
    { purpose, userId }: ChallengeUse,
    tx: EntityManager = this.database.manager,
  ): Promise<boolean> {
    const { affected } = await tx.delete(PasskeyChallengeEntity, {
      hash: sha256(challenge),
      purpose,
      userId: userId ?? IsNull(),
      expiresAt: MoreThan(new Date()),
    });
    return affected === 1;
  }

  /** Deletes at most `limit` expired challenges. */
  deleteExpired(limit: number): Promise<void> {
    return this.queries.deleteExpiredChallenges(limit);
  }
}
