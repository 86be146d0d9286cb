import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ConflictError } from '../kernel/errors/errors.js';
import { deriveKeys, type ServerKey } from '../kernel/security/server-keys.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';

/** A text that only this server can read. */
export interface Sealed {
  sealed: Buffer;
  /** ID of the server secret that sealed it. */
  keyId: string;
}

/** The seal was made with an unknown secret, or the row was tampered with. */
export class UnreadableSealError extends Error {
  override readonly name = 'UnreadableSealError';
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals texts with AES-256-GCM (NIST SP 800-38D) under a key derived from `SPANDREL_SECRET`. The
 * context is authenticated too, so a sealed value cannot be moved to another row.
 */
@Injectable()
export class SealingService {
  private readonly keys: ServerKey[];

  constructor(@Inject(ENV) env: Env) {
    this.keys = deriveKeys(env.auth.secrets, 'sealing');
  }

  /** ID of the current sealing key; null if the server has no secret. */
  get currentKeyId(): string | null {
    return this.keys[0]?.id ?? null;
  }

  /**
   * @param context identity of the row, such as `secrets:OPENAI_API_KEY`.
   * @throws ConflictError if `SPANDREL_SECRET` is not set.
   */
  seal(plain: string, context: string): Sealed {
    const [newest] = this.keys;
    if (!newest) {
      throw new ConflictError(
        'Secrets cannot be stored safely. Set SPANDREL_SECRET and restart the server.',
      );
    }
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, newest.key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([nonce, body, cipher.getAuthTag()]), keyId: newest.id };
  }

  /** @throws UnreadableSealError if no known secret opens it for this context. */
  open(sealed: Buffer, keyId: string, context: string): string {
    const key = this.keys.find(({ id }) => id === keyId)?.key;
    if (!key) throw new UnreadableSealError('It is sealed with an unknown secret.');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    } catch {
      throw new UnreadableSealError('It was altered or copied from elsewhere.');
    }
  }
}
