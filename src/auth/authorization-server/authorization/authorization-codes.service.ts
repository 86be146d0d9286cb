import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Resource } from '../../../common/http/resource.js';
import { sha256 } from '../../../common/security/sha256.js';
import { AuthorizationCodeEntity } from './authorization-code.entity.js';

/** What a user approved. */
export interface Approval {
  userId: number;
  /** Row ID of the application. */
  clientId: number;
  redirectUri: string;
  codeChallenge: string;
  audience: Resource | null;
}

/** What an application must know to use a code. */
export interface RedeemedCode {
  code: string;
  /** Public identifier. */
  clientId: string;
  redirectUri: string;
  verifier: string;
}

const RANDOM_BYTES = 32;
const LIFETIME_MS = 5 * 60_000;

/**
 * Only whoever knows everything uses up the code. Of several who do, only the first gets it. Locks the user
 * first, as whatever ends the access of a user does, so that neither waits for the other forever.
 */
const REDEEM = `
  WITH owner AS (
    SELECT u.id FROM users u JOIN oauth2_authorization_codes a ON a.user_id = u.id
     WHERE a.code_hash = $1 FOR KEY SHARE OF u)
  DELETE FROM oauth2_authorization_codes a USING oauth2_clients c, owner
  WHERE a.code_hash = $1 AND c.id = a.client_id AND c.client_id = $2 AND a.redirect_uri = $3
    AND a.code_challenge = $4 AND a.expires_at > now() AND owner.id = a.user_id
  RETURNING a.user_id AS "userId", a.client_id AS "clientId", a.audience`;

const DELETE_EXPIRED = `
  DELETE FROM oauth2_authorization_codes WHERE code_hash IN (
    SELECT code_hash FROM oauth2_authorization_codes WHERE expires_at <= now()
    ORDER BY expires_at LIMIT $1)`;

/** The codes that applications exchange for tokens. Only their SHA-256 is stored. */
@Injectable()
export class AuthorizationCodesService {
  constructor(private readonly dataSource: DataSource) {}

  async issue(approval: Approval): Promise<string> {
    const code = randomBytes(RANDOM_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    const row = { codeHash: sha256(code), expiresAt, ...approval };
    await this.dataSource.manager.insert(AuthorizationCodeEntity, row);
    return code;
  }

  /** Uses up a code. Returns null, and leaves the code as it is, unless everything fits. */
  async redeem(
    { code, clientId, redirectUri, verifier }: RedeemedCode,
    tx: EntityManager,
  ): Promise<Pick<Approval, 'userId' | 'clientId' | 'audience'> | null> {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const [rows] = await tx.query<[Pick<Approval, 'userId' | 'clientId' | 'audience'>[], number]>(
      REDEEM,
      [sha256(code), clientId, redirectUri, challenge],
    );
    return rows[0] ?? null;
  }

  /** Deletes expired codes, at most `limit`. */
  async deleteExpired(limit: number): Promise<void> {
    await this.dataSource.query(DELETE_EXPIRED, [limit]);
  }
}
