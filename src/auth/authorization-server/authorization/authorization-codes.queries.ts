import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import type { NewGrant } from '../grants/grant-tokens.service.js';

/** A grant that a user approved, and the request to which it applies. */
export interface Approval extends NewGrant {
  /** The session in which the user did so. */
  sessionId: number | null;
  redirectUri: string;
  codeChallenge: string;
}

/** The grant that a used code was exchanged for. */
export interface UsedCode {
  grantId: number;
  userId: number;
}

/**
 * Whatever ends the access of a user deletes the sessions first and then the codes. It waits for a session that
 * is locked here, and then finds the code; otherwise the session is gone. The user is locked first, as below.
 */
const ISSUE = `
  WITH owner AS (SELECT id FROM users WHERE id = $1 FOR KEY SHARE)
  INSERT INTO oauth2_authorization_codes
    (user_id, code_hash, client_id, redirect_uri, code_challenge, audience, expires_at)
  SELECT owner.id, $3, $4, $5, $6, $7, $8
    FROM owner JOIN login_sessions s ON s.user_id = owner.id
   WHERE s.id = $2 FOR KEY SHARE OF s
  RETURNING code_hash`;

/**
 * Only whoever knows everything uses up the code. Of several who do, only the first gets it. Locks the user
 * first, as whatever ends the access of a user does, so that neither waits for the other forever.
 */
const REDEEM = `
  WITH owner AS (
    SELECT u.id FROM users u JOIN oauth2_authorization_codes a ON a.user_id = u.id
     WHERE a.code_hash = $1 FOR KEY SHARE OF u)
  SELECT a.user_id AS "userId", a.client_id AS "clientId", a.audience
    FROM oauth2_authorization_codes a
    JOIN oauth2_clients c ON c.id = a.client_id
    JOIN owner ON owner.id = a.user_id
   WHERE a.code_hash = $1 AND c.client_id = $2 AND a.redirect_uri = $3
     AND a.code_challenge = $4 AND a.expires_at > now() AND a.grant_id IS NULL
     FOR UPDATE OF a`;

const MARK_USED = 'UPDATE oauth2_authorization_codes SET grant_id = $2 WHERE code_hash = $1';

const FIND_USED = `
  SELECT grant_id AS "grantId", user_id AS "userId" FROM oauth2_authorization_codes
   WHERE code_hash = $1 AND grant_id IS NOT NULL`;

const DELETE_EXPIRED = `
  DELETE FROM oauth2_authorization_codes WHERE code_hash IN (
    SELECT code_hash FROM oauth2_authorization_codes WHERE expires_at <= now()
    ORDER BY expires_at LIMIT $1)`;

/** SQL of the codes that applications exchange for tokens. */
@Injectable()
export class AuthorizationCodesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns whether the code was stored. It is not if the session has just ended. */
  async insert(hash: Buffer, approval: Approval, expiresAt: Date): Promise<boolean> {
    const { userId, sessionId, clientId, redirectUri, codeChallenge, audience } = approval;
    const rows: unknown[] = await this.database.query(ISSUE, [
      userId,
      sessionId,
      hash,
      clientId,
      redirectUri,
      codeChallenge,
      audience,
      expiresAt,
    ]);
    return rows.length > 0;
  }

  /** Locks a code until the transaction ends, and returns what it stands for; null unless everything fits. */
  async redeem(
    code: { hash: Buffer; clientId: string; redirectUri: string; challenge: string },
    tx: EntityManager,
  ): Promise<NewGrant | null> {
    const values = [code.hash, code.clientId, code.redirectUri, code.challenge];
    const [row] = await tx.query<NewGrant[]>(REDEEM, values);
    return row ?? null;
  }

  async markUsed(hash: Buffer, grantId: number, tx: EntityManager): Promise<void> {
    await tx.query(MARK_USED, [hash, grantId]);
  }

  async findUsed(hash: Buffer): Promise<UsedCode | null> {
    const [row] = await this.database.query<UsedCode[]>(FIND_USED, [hash]);
    return row ?? null;
  }

  async deleteExpired(limit: number): Promise<void> {
    await this.database.query(DELETE_EXPIRED, [limit]);
  }
}
