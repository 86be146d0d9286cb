import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { ExpiredTokenError, UnauthenticatedError } from '../../common/errors/errors.js';
import { deriveKeys, type ServerKey } from '../../common/security/server-keys.js';
import { sha256 } from '../../common/security/sha256.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';

/** What a token is for; it is no good for anything else. */
export type TokenKind = 'AccessToken' | 'RefreshToken' | 'PasswordResetToken';

/** What a verified token says; whether it still counts is decided by the row it names. */
export interface TokenClaims {
  /** Row id. */
  id: number;
  /** SHA-256 of the random part, which the row holds as well. */
  hash: Buffer;
}

const ISSUER = 'spandrel';
const RANDOM_BYTES = 32;
const JTI = /^([A-Za-z]+):(\d{1,15}):([\w-]{43})$/;

/**
 * Signed tokens (RFC 7519, HS256). `jti` is `Kind:rowid:random`: the row decides, so a signature
 * alone opens nothing, and tokens of another database or an older copy of it are worth nothing.
 */
@Injectable()
export class SessionTokensService {
  private readonly keys: ServerKey[];

  constructor(@Inject(ENV) env: Env) {
    this.keys = deriveKeys(env.auth.secrets, 'tokens');
  }

  /** The random part of a new token and the hash under which its row keeps it. */
  newSecret(): { secret: string; hash: Buffer } {
    const secret = randomBytes(RANDOM_BYTES).toString('base64url');
    return { secret, hash: sha256(secret) };
  }

  /** Signs the token of a row with the newest secret. */
  async sign(
    kind: TokenKind,
    row: { id: number; secret: string; subject: string; expiresAt: Date },
  ): Promise<string> {
    const [newest] = this.keys;
    if (!newest) throw new Error('Tokens need SPANDREL_SECRET.');
    return new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'HS256', kid: newest.id })
      .setJti(`${kind}:${row.id}:${row.secret}`)
      .setSubject(row.subject)
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setIssuedAt()
      .setExpirationTime(row.expiresAt)
      .sign(newest.key);
  }

  /**
   * @throws UnauthenticatedError when the token is none of ours, of another kind, or has expired.
   */
  async verify(kind: TokenKind, token: string): Promise<TokenClaims> {
    const { payload } = await jwtVerify(token, this.keyOf(token), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    }).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw new ExpiredTokenError();
      throw new UnauthenticatedError('Invalid token');
    });
    const parts = JTI.exec(payload.jti ?? '');
    if (parts?.[1] !== kind) throw new UnauthenticatedError('Invalid token');
    return { id: Number(parts[2]), hash: sha256(parts[3]!) };
  }

  private keyOf(token: string): Buffer {
    const key = this.keys.find(({ id }) => id === keyIdOf(token))?.key;
    if (!key) throw new UnauthenticatedError('Invalid token');
    return key;
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
