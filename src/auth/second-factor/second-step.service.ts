import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import { UnauthenticatedError } from '../../kernel/errors/errors.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { UsersService } from '../../users/users.service.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import type { IssuedTokens } from '../sessions/login-sessions.service.js';
import { assertPasswordsAccepted } from '../sign-ins/authentication-on.js';
import { SignInsService } from '../sign-ins/sign-ins.service.js';
import { AuthenticatorsService } from './authenticators/authenticators.service.js';
import type { UsedCredential } from './passkeys/credential.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import type { RelyingParty } from './passkeys/relying-party.js';
import { RecoveryCodesService } from './recovery-codes/recovery-codes.service.js';
import { hasFactor, SecondFactorService } from './second-factor.service.js';
import { SignInTicketsService } from './tickets/sign-in-tickets.service.js';

/** The kinds of second factors. */
export type SecondFactorName = 'authenticator' | 'passkey' | 'recovery_code';

/** A sign-in whose password was correct. */
export interface PendingSignIn {
  /** For the cookie of this browser. */
  ticket: string;
  secondFactors: SecondFactorName[];
}

const TIMED_CODE = /^\d{6}$/;
const START_OVER = 'Enter your password again.';

/**
 * The second step of signing in. The first leaves a ticket in the browser, which is exchanged for a
 * session together with a second factor.
 */
@Injectable()
export class SecondStepService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly secondFactors: SecondFactorService,
    private readonly authenticators: AuthenticatorsService,
    private readonly passkeys: PasskeysService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly tickets: SignInTicketsService,
    private readonly users: UsersService,
    private readonly notices: UserNoticesService,
    private readonly signIns: SignInsService,
    private readonly lock: LoginLockService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Issues a ticket to a user whose password was correct. Null if the password is enough.
   * @param tx has locked the user.
   */
  async begin(userId: number, tx: EntityManager): Promise<PendingSignIn | null> {
    const state = await this.secondFactors.get(userId, tx);
    if (!hasFactor(state)) return null;
    const secondFactors: SecondFactorName[] = [];
    if (state.authenticatorAddedAt !== null) secondFactors.push('authenticator');
    if (state.passkeys.length > 0) secondFactors.push('passkey');
    if (state.recoveryCodes > 0) secondFactors.push('recovery_code');
    return { ticket: await this.tickets.issue(userId, tx), secondFactors };
  }

  /**
   * Opens the session with a code of the authenticator or a recovery code. Wrong codes lock the
   * second step of the account, even between correct passwords.
   * @throws UnauthenticatedError for a wrong code, and for a ticket that is missing, used, expired or
   * revoked; TooManyRequestsError while the second step or the address is locked; ForbiddenError and
   * NotFoundError like the first step.
   */
  async completeWithCode(ticket: string | null, code: string): Promise<IssuedTokens> {
    assertPasswordsAccepted(this.env.auth);
    await this.signIns.countAttempt();
    const user = await this.getUser(ticket);
    const typed = code.replaceAll(/\s/g, '');
    const isTimed = TIMED_CODE.test(typed);
    const isCorrect = await this.lock.attempt('SECOND_FACTOR', user.email ?? '', async () => {
      const found = isTimed
        ? await this.authenticators.verify(user.id, typed)
        : await this.recoveryCodes.use(user.id, typed);
      return found || null;
    });
    const secondFactor = isTimed ? 'authenticator' : 'recovery_code';
    if (!isCorrect) {
      await this.signIns.countFailure();
      await this.signIns.recordFailure(user.email, { method: user.authMethod, secondFactor });
      throw new UnauthenticatedError('Invalid code');
    }
    if (!isTimed) await this.reportRecovery(user);
    return this.openSession(user, ticket ?? '', secondFactor);
  }

  /**
   * Returns what the browser needs to ask for a passkey of the user.
   * @throws UnauthenticatedError for a ticket as above; ForbiddenError and NotFoundError like the
   * first step.
   */
  async startPasskey(ticket: string | null, party: RelyingParty) {
    assertPasswordsAccepted(this.env.auth);
    await this.signIns.countAttempt();
    const user = await this.getUser(ticket);
    return this.passkeys.startUse(user.id, party);
  }

  /** Opens the session with a passkey. @throws like `completeWithCode`, but nothing is locked. */
  async completeWithPasskey(
    ticket: string | null,
    credential: UsedCredential,
    party: RelyingParty,
  ): Promise<IssuedTokens> {
    assertPasswordsAccepted(this.env.auth);
    await this.signIns.countAttempt();
    const user = await this.getUser(ticket);
    const secondFactor = 'passkey';
    const use = await this.signIns.recordingFailure(
      user.email,
      { method: user.authMethod, secondFactor },
      () => this.passkeys.verify(user.id, credential, party),
    );
    return this.openSession(user, ticket ?? '', secondFactor, (tx) =>
      this.passkeys.recordUse(use, tx),
    );
  }

  private async getUser(ticket: string | null): Promise<UserEntity> {
    const id = ticket === null ? null : await this.tickets.findUserId(ticket);
    const user = id === null ? null : await this.users.findById(id);
    if (!user || user.deactivatedAt !== null) throw new UnauthenticatedError(START_OVER);
    return user;
  }

  /** A password that is being replaced revokes the ticket, so it opens no session. */
  private openSession(
    user: UserEntity,
    ticket: string,
    secondFactor: SecondFactorName,
    recordUse?: (tx: EntityManager) => Promise<void>,
  ): Promise<IssuedTokens> {
    return this.database.inTransaction(async (tx) => {
      await recordUse?.(tx);
      const isUsable = await this.tickets.spend(ticket, tx);
      if (!isUsable) throw new UnauthenticatedError(START_OVER);
      return this.signIns.openSession(
        user,
        { authMethod: user.authMethod, proof: { secondFactor } },
        tx,
      );
    });
  }

  private async reportRecovery(user: UserEntity): Promise<void> {
    const codes = await this.recoveryCodes.count([user.id]);
    const left = codes.get(user.id) ?? 0;
    await this.audit.record({
      action: 'recovery_code.used',
      actor: null,
      actorName: user.username,
      subject: toUserSubject(user),
      details: { left },
    });
    await this.notices.sendRecoveryCodeUsed(user, left);
  }
}
