import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { TooManyRequestsError } from '../../common/errors/errors.js';
import { sha256 } from '../../common/security/sha256.js';
import { typedEmail } from '../../common/text/typed-email.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { LoginAttemptQueries } from './login-attempts.queries.js';
import { WaitingAttempts } from './waiting-attempts.js';

/** Ways of signing in with a name and a password. Each has accounts of its own, even of one name. */
export type PasswordMethod = 'LOCAL' | 'LDAP';

/** While every attempt that is left is under way, on other servers too, one asks again so often. */
const POLL_MS = 50;

/** Longest wait for the attempts before; longer ones are refused for a moment. */
const MAX_WAIT_MS = 10_000;

const LOCKED = 'Too many failed login attempts. Please try again later.';

/**
 * Locks an account after a number of consecutive failures. An attempt is reserved before the
 * password is compared, so that guesses sent at the same time, to any server of the deployment,
 * count as one after the other. Accounts that do not exist are counted and locked just the same.
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
   * Runs `work`, which proves who somebody is: null is a failure, anything else a success that
   * forgets earlier failures. An error counts as neither.
   * @throws TooManyRequestsError while the account is locked; `work` is then not run.
   */
  async attempt<T>(
    method: PasswordMethod,
    account: string,
    work: () => Promise<T | null>,
  ): Promise<T | null> {
    const max = this.env.auth.loginMaxAttempts;
    if (max === null) return work();
    const key = keyOf(method, account);
    await this.reserve(key, max);
    try {
      const { outcome, isLocked } = await this.counted(key, max, work);
      if (isLocked) await this.recordLock(method, account);
      return outcome;
    } finally {
      this.waiting.wakeNext(key.toString('hex'));
    }
  }

  /** Forgets the failures of an account, and with them its lock. */
  async clear(method: PasswordMethod, account: string): Promise<void> {
    await this.attempts.forget(keyOf(method, account));
  }

  private async counted<T>(
    key: Buffer,
    max: number,
    work: () => Promise<T | null>,
  ): Promise<{ outcome: T | null; isLocked: boolean }> {
    let outcome: T | null;
    try {
      outcome = await work();
    } catch (error) {
      await this.attempts.release(key);
      throw error;
    }
    if (outcome === null) return { outcome, isLocked: await this.attempts.fail(key, max) };
    await this.attempts.succeed(key);
    return { outcome, isLocked: false };
  }

  private async recordLock(method: PasswordMethod, account: string): Promise<void> {
    await this.audit.record({
      action: 'login.locked',
      outcome: 'failure',
      actor: null,
      actorName: method === 'LOCAL' ? typedEmail(account) : account,
      details: { method },
    });
  }

  private async reserve(key: Buffer, max: number): Promise<void> {
    const deadline = Date.now() + MAX_WAIT_MS;
    const account = key.toString('hex');
    const wait = () => this.waiting.wait(account, POLL_MS * (0.5 + Math.random()));
    // Nobody overtakes those who wait here already.
    if (this.waiting.isAny(account)) await wait();
    for (;;) {
      if (await this.attempts.reserve(key, max)) return;
      const lockedMs = await this.attempts.lockedForMs(key);
      if (lockedMs > 0) throw new TooManyRequestsError(LOCKED, Math.ceil(lockedMs / 1000));
      if (Date.now() > deadline) throw new TooManyRequestsError(LOCKED, 1);
      await wait();
    }
  }
}

/** Case and blanks at the ends make no other account. */
function keyOf(method: PasswordMethod, account: string): Buffer {
  return sha256(`${method}:${account.trim().toLowerCase()}`);
}
