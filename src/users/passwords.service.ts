import { pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { UnprocessableError } from '../kernel/errors/errors.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import {
  explainViolations,
  findMissingClasses,
  findViolations,
  MAX_PASSWORD_BYTES,
  type PasswordOwner,
  type PasswordPolicy,
} from './password-policy.js';
import { NO_PASSWORD } from './user.entity.js';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Characters that do not look alike, including all kinds that a strong policy requires. */
const GENERATED_FROM = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789#%+_';
const GENERATED_LENGTH = 20;

/** `$pbkdf2-sha256$i=10000$salt$hash` in base64: the hash of imported accounts until they sign in. */
const PBKDF2 = /^\$pbkdf2-sha256\$i=(\d{1,9})\$([\w+/=-]+)\$([\w+/=-]+)$/;
const derive = promisify(pbkdf2);

/**
 * Hashes passwords with argon2id, and verifies the older hashes of imported accounts. Checks and
 * generates new passwords.
 */
@Injectable()
export class PasswordsService {
  private readonly policy: PasswordPolicy;

  /** Hash to compare with if there is no account, so that this takes the same time. */
  private readonly decoy = hash(randomBytes(32).toString('hex'), ARGON2ID);

  constructor(@Inject(ENV) { auth }: Env) {
    this.policy = { minLength: auth.passwordMinLength, isStrong: auth.isStrongPolicyEnabled };
  }

  /** @throws UnprocessableError with all violations in one sentence. */
  async assertAcceptable(password: string, owner: PasswordOwner): Promise<void> {
    const found = await findViolations(password, owner, this.policy);
    if (found.length > 0) throw new UnprocessableError(explainViolations(found));
  }

  /** Returns a password with more than a hundred random bits that every policy accepts. */
  generate(): string {
    const length = Math.max(GENERATED_LENGTH, this.policy.minLength);
    for (;;) {
      const password = Array.from(
        { length },
        () => GENERATED_FROM[randomInt(GENERATED_FROM.length)],
      ).join('');
      if (findMissingClasses(password).length === 0) return password;
    }
  }

  /** Returns the PHC string of a password. Normalizes Unicode, because keyboards differ. */
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), ARGON2ID);
  }

  /**
   * Compares a password with a stored hash. `null` and `!` never match, but checking them takes as
   * long. If `isOutdated`, the caller should hash the password again while it is known.
   */
  async verify(
    stored: string | null,
    password: string,
  ): Promise<{ matches: boolean; isOutdated: boolean }> {
    const normal = password.normalize('NFC');
    if (Buffer.byteLength(normal) > MAX_PASSWORD_BYTES)
      return { matches: false, isOutdated: false };
    if (!stored || stored === NO_PASSWORD) {
      await verify(await this.decoy, normal);
      return { matches: false, isOutdated: false };
    }
    const matches = stored.startsWith('$pbkdf2-')
      ? await verifyPbkdf2(stored, password)
      : await verify(stored, normal);
    return { matches, isOutdated: matches && !stored.startsWith(CURRENT) };
  }
}

async function verifyPbkdf2(stored: string, password: string): Promise<boolean> {
  const parts = PBKDF2.exec(stored);
  if (!parts) return false;
  const [salt, expected] = [parts[2]!, parts[3]!].map((text) => Buffer.from(text, 'base64'));
  const actual = await derive(password, salt!, Number(parts[1]), expected!.length, 'sha256');
  return timingSafeEqual(actual, expected!);
}
