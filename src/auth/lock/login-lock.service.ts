import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { TooManyRequestsError } from '../../kernel/errors/errors.js';
import { sha256 } from '../../kernel/security/sha256.js';
import { readTypedEmail } from '../../kernel/validation/mail-address.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { AUTH_METHODS, type AuthMethodName } from '../../users/auth-methods.contract.js';
import { LoginAttemptQueries } from './login-attempts.queries.js';
import { WaitingAttempts } from './waiting-attempts.js';

/**
 * Secrets that can be guessed. The same account in two of them counts as two. The second factor of a
 * local account counts by itself, because every attempt begins with the correct password.
 */
export type GuessedSecret = AuthMethodName | 'SECOND_FACTOR';

/**
 * How often to check again while all remaining attempts are in progress, possibly on other servers.
 */
const POLL_MS = 50;

/** How long to wait for earlier attempts before refusing. */
const MAX_WAIT_MS = 10_000;

const LOCKED = 'Too many failed login attempts. Please try again later.';

/** Six digits are guessed too easily to do without a lock, or with a later one, as passwords can. */
const MAX_CODES = 5;

/**
 * Locks an account after a number of consecutive failures. An attempt is reserved before the
 * password is compared, so simultaneous guesses count one by one, on any server (docs/adr/0013).
 * Accounts that do not exist are locked, too.
 */
@Injectable()
export class LoginLockService {
  private readonly waiting = new WaitingAttempts();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly attempts: LoginAttemptQueries,
    private readonly audit: AuditService,
  ) {}

  /**
   * Runs `verify`. Null counts as a failure, anything else as a success that clears earlier
   * failures, and an error as neither.
   * @throws TooManyRequestsError while the account is locked, without running `verify`.
   */
  async attempt<T>(
    method: GuessedSecret,
    account: string,
    verify: () => Promise<T | null>,
  ): Promise<T | null> {
    const max = this.chooseMax(method);
    if (max === null) return verify();
    const key = hashAccount(method, account);
    await this.reserve(key, max);
    try {
      const { outcome, isLocked } = await this.runCounted(key, max, verify);
      if (isLocked) await this.recordLock(method, account);
      return outcome;
    } finally {
      this.waiting.wakeNext(key.toString('hex'));
    }
  }

  /** Clears the failures of an account and its lock. */
  async clear(method: GuessedSecret, account: string): Promise<void> {
    await this.attempts.clear(hashAccount(method, account));
  }

  private chooseMax(method: GuessedSecret): number | null {
    const max = this.env.auth.loginMaxAttempts;
    return method === 'SECOND_FACTOR' ? Math.min(max ?? MAX_CODES, MAX_CODES) : max;
  }

  private async runCounted<T>(
    key: Buffer,
    max: number,
    verify: () => Promise<T | null>,
  ): Promise<{ outcome: T | null; isLocked: boolean }> {
    let outcome: T | null;
    try {
      outcome = await verify();
    } catch (error) {
      await this.attempts.release(key);
      throw error;
    }
    if (outcome === null) return { outcome, isLocked: await this.attempts.fail(key, max) };
    await this.attempts.succeed(key);
    return { outcome, isLocked: false };
  }

  private async recordLock(method: GuessedSecret, account: string): Promise<void> {
    const isEmail = method === 'SECOND_FACTOR' || AUTH_METHODS[method].isNamedByEmail;
    await this.audit.record({
      action: 'login.locked',
      outcome: 'failure',
      actor: null,
      actorName: isEmail ? readTypedEmail(account) : account,
      details: { method },
    });
  }

  private async reserve(key: Buffer, max: number): Promise<void> {
    const deadline = Date.now() + MAX_WAIT_MS;
    const account = key.toString('hex');
    const wait = () => this.waiting.wait(account, POLL_MS * (0.5 + Math.random()));
    // Attempts that are already waiting go first.
    if (this.waiting.hasWaiting(account)) await wait();
    for (;;) {
      if (await this.attempts.reserve(key, max)) return;
      const lockedMs = await this.attempts.findLockMs(key);
      if (lockedMs > 0) throw new TooManyRequestsError(LOCKED, Math.ceil(lockedMs / 1000));
      if (Date.now() > deadline) throw new TooManyRequestsError(LOCKED, 1);
      await wait();
    }
  }
}

/** Ignores case and surrounding blanks. */
function hashAccount(method: GuessedSecret, account: string): Buffer {
  return sha256(`${method}:${account.trim().toLowerCase()}`);
}
