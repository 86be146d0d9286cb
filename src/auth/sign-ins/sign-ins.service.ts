import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import { UnauthenticatedError } from '../../kernel/errors/errors.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import type { UserEntity } from '../../users/user.entity.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import {
  type IssuedTokens,
  LoginSessionsService,
  type NewSession,
} from '../sessions/login-sessions.service.js';

/** The steps that all sign-in methods share: limits by address, opening the session, the audit log. */
@Injectable()
export class SignInsService {
  constructor(
    private readonly sessions: LoginSessionsService,
    private readonly limits: RateLimitsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Counts an attempt to sign in with a name and a password.
   * @throws TooManyRequestsError if there were too many attempts or failures from this address.
   */
  async countAttempt(): Promise<void> {
    const address = currentRequest()?.address;
    await this.limits.consume('login', address);
    await this.limits.check('login-failed', address);
  }

  /**
   * Opens a session for a user who has been verified.
   * @param session also says, for the audit log, what the user presented besides a password.
   */
  async openSession(
    user: Pick<UserEntity, 'id' | 'username'>,
    { proof, ...session }: Omit<NewSession, 'userId'> & { proof?: Record<string, string> },
    tx?: EntityManager,
  ): Promise<IssuedTokens> {
    const tokens = await this.sessions.open({ userId: user.id, ...session }, tx);
    const { authMethod: method, provider } = session;
    await this.audit.record(
      {
        action: 'login.succeeded',
        actor: null,
        actorName: user.username,
        subject: toUserSubject(user),
        details: {
          method,
          ...(provider && { provider: provider.name }),
          ...proof,
        },
      },
      tx,
    );
    return tokens;
  }

  /** Counts a wrong name or password. Never throws, because the caller throws its own error. */
  async countFailure(): Promise<void> {
    await this.limits.consume('login-failed', currentRequest()?.address).catch(() => undefined);
  }

  /**
   * Counts and records a sign-in that is refused.
   * @throws what `verify` throws.
   */
  async recordingFailure<T>(
    actorName: string | null,
    details: Record<string, unknown>,
    verify: () => Promise<T>,
  ): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      if (error instanceof UnauthenticatedError) {
        await this.countFailure();
        await this.recordFailure(actorName, details);
      }
      throw error;
    }
  }

  /** @param actorName the name that was entered, if worth recording. */
  async recordFailure(actorName: string | null, details: Record<string, unknown>): Promise<void> {
    const outcome = 'failure';
    await this.audit.record({ action: 'login.failed', outcome, actor: null, actorName, details });
  }
}
