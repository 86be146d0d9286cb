import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService, userSubject } from '../../audit/audit.service.js';
import {
  UnauthenticatedError,
  UnavailableError,
  UnprocessableError,
} from '../../common/errors/errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import { currentRequest } from '../../common/http/request-context.js';
import { sha256 } from '../../common/security/sha256.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { MailService } from '../../mail/mail.service.js';
import { PasswordChangesService } from '../../users/password-changes.service.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { normalEmail, UsersService } from '../../users/users.service.js';
import { assertPasswordsAccepted } from '../authentication-on.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import { SessionTokensService } from '../sessions/session-tokens.service.js';
import { PasswordResetQueries } from './password-reset.queries.js';

const MINUTE_MS = 60_000;

/** New passwords for people who forgot theirs, by a link that is sent to their address. */
@Injectable()
export class PasswordResetService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('password-reset');
  /** What is done after the answers, one after the other. */
  private background: Promise<void> = Promise.resolve();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly dataSource: DataSource,
    private readonly queries: PasswordResetQueries,
    private readonly tokens: SessionTokensService,
    private readonly users: UsersService,
    private readonly passwordChanges: PasswordChangesService,
    private readonly notices: UserNoticesService,
    private readonly mail: MailService,
    private readonly lock: LoginLockService,
    private readonly limits: RateLimitsService,
    private readonly audit: AuditService,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.background;
  }

  /**
   * Sends a link to the address when it is that of somebody with a password here. Nobody learns
   * whether it is: all that depends on it happens after the answer.
   * @throws NotFoundError without authentication, ForbiddenError when passwords are not accepted,
   * UnprocessableError without an address, UnavailableError without a mail server,
   * TooManyRequestsError.
   */
  async request(email: string | null | undefined): Promise<void> {
    assertPasswordsAccepted(this.env.auth);
    if (!email?.trim()) throw new UnprocessableError('Email required');
    if (!this.mail.isConfigured) throw new UnavailableError('SMTP server not configured');
    await this.limits.consume('password-reset', currentRequest()?.address);
    // Nor is anybody's mailbox filled from many addresses.
    await this.limits.consume('password-reset', sha256(normalEmail(email)).toString('hex'));
    setImmediate(() => {
      this.background = this.background
        .then(() => this.sendLink(email))
        .catch((error: unknown) => this.logger.error({ err: error }, 'no link could be made'));
    });
  }

  /**
   * Replaces the password of whoever was sent the token, which is good for one time. Their sessions
   * end and their lock is lifted; their keys stay.
   * @throws NotFoundError and ForbiddenError as above, UnprocessableError for no password and for
   * one that the policy refuses, UnauthenticatedError for a token that is not good (any more).
   */
  async complete(
    token: string | null | undefined,
    password: string | null | undefined,
  ): Promise<void> {
    assertPasswordsAccepted(this.env.auth);
    if (!password) throw new UnprocessableError('Password required');
    await this.limits.consume('password-reset', currentRequest()?.address);
    const claims = await this.tokens.verify('PasswordResetToken', token ?? '').catch(invalid);
    const user = await inRetriedTransaction(this.dataSource, async (tx) => {
      const claimed = await this.queries.claim(claims, tx);
      if (!claimed || !hasPassword(claimed)) return invalid();
      await this.passwordChanges.replace(claimed, password, { needsReset: false }, tx);
      await this.audit.record({ action: 'password.reset', ...byOwner(claimed) }, tx);
      return claimed;
    });
    await this.lock.clear('LOCAL', user.email ?? '');
    await this.notices.sendPasswordChanged(user);
  }

  private async sendLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user || !hasPassword(user)) return;
    const minutes = this.env.auth.passwordResetMinutes;
    const { secret, hash } = this.tokens.newSecret();
    const expiresAt = new Date(Date.now() + minutes * MINUTE_MS);
    const id = await this.queries.issue(user.id, hash, expiresAt);
    const subject = toGlobalId('User', user.id);
    const token = await this.tokens.sign('PasswordResetToken', { id, secret, subject, expiresAt });
    const url = `${this.env.rootUrl}/reset-password-with-token?token=${token}`;
    await this.audit.record({ action: 'password.reset_requested', ...byOwner(user) });
    await this.notices.sendPasswordReset(user, url, minutes);
  }
}

/** The system user never signs in, whatever its row says. */
const hasPassword = ({ authMethod, role }: UserEntity): boolean =>
  authMethod === 'LOCAL' && role !== 'SYSTEM';

/** Whoever has the link acts as the user, without being signed in. */
const byOwner = (user: UserEntity) => ({
  actor: null,
  actorName: user.username,
  subject: userSubject(user),
});

/** Why a token is not good is nobody's business. */
function invalid(): never {
  throw new UnauthenticatedError('Invalid token');
}
