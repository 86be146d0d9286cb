import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { sha256 } from '../../../kernel/security/sha256.js';
import type { NewGrant } from '../grants/grant-tokens.service.js';
import {
  type Approval,
  AuthorizationCodesQueries,
  type UsedCode,
} from './authorization-codes.queries.js';

/** The values that an application sends to exchange a code. */
export interface RedeemedCode {
  code: string;
  /** Public identifier. */
  clientId: string;
  redirectUri: string;
  verifier: string;
}

const RANDOM_BYTES = 32;
const LIFETIME_MS = 5 * 60_000;

/** The codes that applications exchange for tokens. Only their SHA-256 is stored. */
@Injectable()
export class AuthorizationCodesService {
  constructor(private readonly queries: AuthorizationCodesQueries) {}

  /** @throws UnauthenticatedError if the session has just ended, for example with a new password. */
  async issue(approval: Approval): Promise<string> {
    const code = randomBytes(RANDOM_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    if (await this.queries.insert(sha256(code), approval, expiresAt)) return code;
    throw new UnauthenticatedError('Sign in again to approve.');
  }

  /**
   * Returns what a code stands for, and lets nobody else use it until the end of the transaction, which must
   * call `markUsed`. Returns null, and leaves the code as it is, unless everything fits.
   */
  redeem(
    { code, clientId, redirectUri, verifier }: RedeemedCode,
    tx: EntityManager,
  ): Promise<NewGrant | null> {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return this.queries.redeem({ hash: sha256(code), clientId, redirectUri, challenge }, tx);
  }

  /** Remembers what a code gave until it expires, to recognize a second use. */
  markUsed(code: string, grantId: number, tx: EntityManager): Promise<void> {
    return this.queries.markUsed(sha256(code), grantId, tx);
  }

  /** Returns what a code has given; null if it has not been used. */
  findUsed(code: string): Promise<UsedCode | null> {
    return this.queries.findUsed(sha256(code));
  }

  /** Deletes expired codes, at most `limit`. */
  deleteExpired(limit: number): Promise<void> {
    return this.queries.deleteExpired(limit);
  }
}
