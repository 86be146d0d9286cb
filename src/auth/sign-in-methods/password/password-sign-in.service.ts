import { Inject, Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { readTypedEmail } from '../../../kernel/validation/mail-address.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { UserEntity } from '../../../users/user.entity.js';
import { LoginLockService } from '../../lock/login-lock.service.js';
import { authenticate } from '../../passport/authenticate.js';
import { type PendingSignIn, SecondStepService } from '../../second-factor/second-step.service.js';
import { assertPasswordsAccepted, PASSWORD_VARIABLES } from '../../sign-ins/authentication-on.js';
import { SignInsService } from '../../sign-ins/sign-ins.service.js';
import type { SignedIn, SignInMethod, SignInOffer } from '../sign-in-method.contract.js';
import { PasswordStrategy } from './password.strategy.js';

/** The fields of the form. */
export interface PasswordProof {
  email: string | null | undefined;
  password: string | null | undefined;
}

/** Signs users in with an email address and a password that is stored here. */
@Injectable()
export class PasswordSignInService implements SignInMethod<PasswordProof> {
  readonly kind = 'LOCAL';

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly strategy: PasswordStrategy,
    private readonly signIns: SignInsService,
    private readonly secondStep: SecondStepService,
    private readonly lock: LoginLockService,
  ) {}

  listOffers(): SignInOffer[] {
    const { auth } = this.env;
    if (!auth.isPasswordLoginEnabled) return [];
    const lock =
      auth.loginMaxAttempts === null
        ? 'never'
        : `after ${auth.loginMaxAttempts} failures in a row, for 5 minutes`;
    const facts = [
      { label: 'Minimum password length', value: `${auth.passwordMinLength} characters` },
      {
        label: 'Digits, both cases and symbols',
        value: auth.isStrongPolicyEnabled ? 'required' : 'not required',
      },
      { label: 'Second factor', value: auth.isSecondFactorRequired ? 'required' : 'optional' },
      { label: 'Account lock', value: lock },
      { label: 'Rate limits by address', value: auth.isRateLimited ? 'on' : 'off' },
      { label: 'Idle sessions end after', value: formatMinutes(auth.refreshTokenMinutes) },
      { label: 'Sessions end after', value: formatMinutes(auth.sessionMinutes) },
    ];
    return [{ name: 'password', displayName: 'Password', facts, variables: PASSWORD_VARIABLES }];
  }

  /**
   * Begins the second step if the account has a second factor.
   * @throws UnauthenticatedError for unknown addresses, wrong passwords and accounts with another
   * sign-in method; TooManyRequestsError while the account or the address is locked; ForbiddenError
   * if passwords are disabled; NotFoundError if authentication is off.
   */
  async signIn({ email, password }: PasswordProof): Promise<SignedIn | PendingSignIn> {
    assertPasswordsAccepted(this.env.auth);
    if (!email?.trim() || !password) throw new UnauthenticatedError('Email and password required');
    await this.signIns.countAttempt();
    const user = await this.lock.attempt(this.kind, email, () =>
      authenticate<UserEntity>([this.strategy], { body: { email, password } }),
    );
    if (!user) {
      await this.signIns.countFailure();
      await this.signIns.recordFailure(readTypedEmail(email), { method: this.kind });
      throw new UnauthenticatedError('Invalid email and/or password');
    }
    return this.openSession(user);
  }

  /**
   * Opens the session, or begins the second step, unless the password was changed or the account
   * deleted since the password was checked. Either ends all sessions, so the old password must not
   * open a new one.
   */
  private openSession(user: UserEntity): Promise<SignedIn | PendingSignIn> {
    const { id, passwordHash } = user;
    return this.database.inTransaction(async (tx) => {
      const where = { id, passwordHash: passwordHash ?? undefined };
      const same = await tx.findOne(UserEntity, { where, lock: { mode: 'pessimistic_read' } });
      if (!same) throw new UnauthenticatedError('Invalid email and/or password');
      const pending = await this.secondStep.begin(id, tx);
      if (pending) return pending;
      const tokens = await this.signIns.openSession(user, { authMethod: this.kind }, tx);
      return { tokens, returnPath: null };
    });
  }
}

function formatMinutes(minutes: number): string {
  const days = minutes / 1440;
  return Number.isInteger(days) ? `${days} ${days === 1 ? 'day' : 'days'}` : `${minutes} minutes`;
}
