import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import {
  UnauthenticatedError,
  UnavailableError,
  UnprocessableError,
} from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import { sha256 } from '../../kernel/security/sha256.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { MailService } from '../../mail/mail.service.js';
import { PasswordChangesService } from './password-changes.service.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { normalEmail, UsersService } from '../../users/users.service.js';
import { assertPasswordsAccepted } from '../sign-ins/authentication-on.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import { SessionTokensService, type TokenClaims } from '../sessions/session-tokens.service.js';
import { PasswordResetQueries } from './password-reset.queries.js';

const MINUTE_MS = 60_000;

/** When a request is answered, whether the address belongs to somebody or not. Mostly, the email has been sent then. */
const ANSWER_AFTER_MS = 1_250;

/** Lets users who forgot their password set a new one with a link sent by email. */
@Injectable()
export class PasswordResetService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('password-reset');
  /** Work on which the time of the response does not depend, one item at a time. */
  private background: Promise<void> = Promise.resolve();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
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
   * Sends a link to the address if it belongs to a user with a password. The caller cannot tell
   * whether it does, because the response comes after a fixed time. It does not wait for a slow mail server.
   * @throws NotFoundError if authentication is off; ForbiddenError if passwords are disabled;
   * UnprocessableError without an address; UnavailableError without a mail server;
   * TooManyRequestsError.
   */
  async request(email: string | null | undefined): Promise<void> {
    assertPasswordsAccepted(this.env.auth);
    if (!email?.trim()) throw new UnprocessableError('Email required');
    if (!this.mail.isConfigured) throw new UnavailableError('SMTP server not configured');
    await this.limits.consume('password-reset', currentRequest()?.address);
    // Many senders together must not be able to flood one mailbox.
    await this.limits.consume('password-reset', sha256(normalEmail(email)).toString('hex'));
    const answer = sleep(ANSWER_AFTER_MS);
    this.background = this.background
      .then(() => this.sendLink(email))
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'a reset link could not be created'),
      );
    await answer;
  }

  /**
   * Replaces the password of the user who received the token. The token works once. Ends the user's
   * sessions and unlocks the account, but keeps API keys. Sends no email about it: the link was in one to the same address.
   * @throws NotFoundError and ForbiddenError as above; UnprocessableError if the password is
   * missing or the policy refuses it; UnauthenticatedError if the token is invalid or expired.
   */
  async complete(
    token: string | null | undefined,
    password: string | null | undefined,
  ): Promise<void> {
    assertPasswordsAccepted(this.env.auth);
    if (!password) throw new UnprocessableError('Password required');
    await this.limits.consume('password-reset', currentRequest()?.address);
    const claims = this.readToken(token ?? '');
    const user = await this.database.inTransaction(async (tx) => {
      const claimed = await this.queries.claim(claims, tx);
      if (!claimed || !hasPassword(claimed)) throw new UnauthenticatedError('Invalid token');
      await this.passwordChanges.replace(claimed, password, { needsReset: false }, tx);
      await this.audit.record({ action: 'password.reset', ...toOwnerIdentity(claimed) }, tx);
      return claimed;
    });
    await this.lock.clear(user.authMethod, user.email ?? '');
  }

  /** @throws UnauthenticatedError that does not say whether the token is expired or forged. */
  private readToken(token: string): TokenClaims {
    try {
      return this.tokens.verify('PasswordResetToken', token);
    } catch {
      throw new UnauthenticatedError('Invalid token');
    }
  }

  private async sendLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user || !hasPassword(user)) return;
    const minutes = this.env.auth.passwordResetMinutes;
    const { secret, hash } = this.tokens.createSecret();
    const expiresAt = new Date(Date.now() + minutes * MINUTE_MS);
    const id = await this.queries.insertToken(user.id, hash, expiresAt);
    if (id === null) return;
    const subject = toGlobalId('User', user.id);
    const token = this.tokens.sign('PasswordResetToken', { id, secret, subject, expiresAt });
    const url = `${this.env.rootUrl}/reset-password-with-token?token=${token}`;
    await this.audit.record({ action: 'password.reset_requested', ...toOwnerIdentity(user) });
    await this.notices.sendPasswordReset(user, url, minutes);
  }
}

/** The system user never signs in, whatever its row says, and neither do deactivated users. */
const hasPassword = ({ passwordHash, role, deactivatedAt }: UserEntity): boolean =>
  passwordHash !== null && role !== 'SYSTEM' && deactivatedAt === null;

/** A user with the link acts as the account's owner without being signed in. */
const toOwnerIdentity = (user: UserEntity) => ({
  actor: null,
  actorName: user.username,
  subject: toUserSubject(user),
});
