import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';
import jwt from 'jsonwebtoken';
import { ExpiredTokenError, UnauthenticatedError } from '../../kernel/errors/errors.js';
import { deriveKeys } from '../../kernel/security/server-keys.js';
import { sha256 } from '../../kernel/security/sha256.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';

/** The only purpose that a token can be used for. */
export type SessionTokenKind = 'AccessToken' | 'RefreshToken' | 'PasswordResetToken';

/** The contents of a verified token. Its row determines whether it is still valid. */
export interface TokenClaims {
  /** Row ID. */
  id: number;
  /** SHA-256 of the random part, which the row also stores. */
  hash: Buffer;
}

const ISSUER = 'spandrel';
const ALGORITHM = 'HS256';
const RANDOM_BYTES = 32;
const JTI = /^([A-Za-z]+):(\d{1,15}):([\w-]{43})$/;

/** The checks of `jsonwebtoken` besides signature and expiry. */
const RULES: jwt.VerifyOptions = { algorithms: [ALGORITHM], issuer: ISSUER, audience: ISSUER };

/**
 * Signed tokens (RFC 7519, HS256). `jti` is `Kind:rowid:random`. A token is valid only together
 * with its row, so tokens from another database, or from an older copy of this one, do not work.
 */
@Injectable()
export class SessionTokensService {
  /** Key objects, because `jsonwebtoken` first tries to read any other key as a public key. */
  private readonly keys: { id: string; key: KeyObject }[];

  constructor(@Inject(ENV) env: Env) {
    const keys = deriveKeys(env.auth.secrets, 'tokens');
    this.keys = keys.map(({ id, key }) => ({ id, key: createSecretKey(key) }));
  }

  /** Creates the random part of a new token, and the hash that its row stores. */
  createSecret(): { secret: string; hash: Buffer } {
    const secret = randomBytes(RANDOM_BYTES).toString('base64url');
    return { secret, hash: sha256(secret) };
  }

  /** Signs the token of a row with the newest secret. */
  sign(
    kind: SessionTokenKind,
    row: { id: number; secret: string; subject: string; expiresAt: Date },
  ): string {
    const [newest] = this.keys;
    if (!newest) throw new Error('SPANDREL_SECRET is required to sign tokens.');
    return jwt.sign({ exp: Math.floor(row.expiresAt.getTime() / 1000) }, newest.key, {
      algorithm: ALGORITHM,
      keyid: newest.id,
      jwtid: `${kind}:${row.id}:${row.secret}`,
      subject: row.subject,
      issuer: ISSUER,
      audience: ISSUER,
    });
  }

  /**
   * @throws UnauthenticatedError if this server did not sign the token, or signed it for another
   * purpose; ExpiredTokenError if it has expired.
   */
  verify(kind: SessionTokenKind, token: string): TokenClaims {
    let payload: string | jwt.JwtPayload;
    try {
      payload = jwt.verify(token, this.getKey(token), RULES);
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) throw new ExpiredTokenError();
      throw new UnauthenticatedError('Invalid token');
    }
    const { exp, iat, jti, sub } = payload as jwt.JwtPayload;
    const isComplete = typeof exp === 'number' && typeof iat === 'number' && sub !== undefined;
    const parts = JTI.exec(typeof jti === 'string' ? jti : '');
    if (!isComplete || parts?.[1] !== kind) throw new UnauthenticatedError('Invalid token');
    return { id: Number(parts[2]), hash: sha256(parts[3]!) };
  }

  /** @throws TypeError if the text is no token, UnauthenticatedError if the server lacks its key. */
  private getKey(token: string): KeyObject {
    const { kid } = decodeProtectedHeader(token);
    const key = this.keys.find(({ id }) => id === kid)?.key;
    if (!key) throw new UnauthenticatedError('Invalid token');
    return key;
  }
}
