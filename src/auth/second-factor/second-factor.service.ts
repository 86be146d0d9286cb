import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { UsersService } from '../../users/users.service.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import { LoginSessionsService } from '../sessions/login-sessions.service.js';
import type { PasskeyEntity } from './passkeys/passkey.entity.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { AuthenticatorsService } from './authenticators/authenticators.service.js';
import { RecoveryCodesService } from './recovery-codes/recovery-codes.service.js';
import { SignInTicketsService } from './tickets/sign-in-tickets.service.js';

/** The second factors that a user has set up. */
export interface SecondFactorState {
  authenticatorAddedAt: Date | null;
  /** Oldest first. */
  passkeys: PasskeyEntity[];
  recoveryCodes: number;
}

/** The second factors of local accounts, whatever their kind. */
@Injectable()
export class SecondFactorService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly authenticators: AuthenticatorsService,
    private readonly passkeys: PasskeysService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly tickets: SignInTicketsService,
    private readonly sessions: LoginSessionsService,
    private readonly loginLock: LoginLockService,
    private readonly users: UsersService,
    private readonly notices: UserNoticesService,
    private readonly audit: AuditService,
  ) {}

  /** Returns whether this server requires a second factor of local accounts. */
  get isRequired(): boolean {
    return this.env.auth.isSecondFactorRequired;
  }

  /** Returns the state of each of some users, in the same order. */
  async list(userIds: readonly number[], tx?: EntityManager): Promise<SecondFactorState[]> {
    const authenticators = await this.authenticators.list(userIds, tx);
    const passkeys = await this.passkeys.list(userIds, tx);
    const codes = await this.recoveryCodes.count(userIds, tx);
    const confirmedAt = new Map(authenticators.map((row) => [row.userId, row.confirmedAt]));
    const passkeysOf = Map.groupBy(passkeys, ({ userId }) => userId);
    return userIds.map((id) => ({
      authenticatorAddedAt: confirmedAt.get(id) ?? null,
      passkeys: passkeysOf.get(id) ?? [],
      recoveryCodes: codes.get(id) ?? 0,
    }));
  }

  async get(userId: number, tx?: EntityManager): Promise<SecondFactorState> {
    const [state] = await this.list([userId], tx);
    return state!;
  }

  /** Returns the state of a user, which no other transaction changes before this one ends. */
  async lock(userId: number, tx: EntityManager): Promise<SecondFactorState> {
    await this.users.lock(userId, tx);
    return this.get(userId, tx);
  }

  /**
   * Creates recovery codes along with the first factor of a user.
   * @returns the codes, to be shown once; null if the user already had a factor, and so codes.
   */
  async createFirstCodes(
    userId: number,
    before: SecondFactorState,
    tx: EntityManager,
  ): Promise<string[] | null> {
    return hasFactor(before) ? null : this.recoveryCodes.replace(userId, tx);
  }

  /** Removes the recovery codes of a user who has no other factor left. */
  async removeUnneededCodes(userId: number, tx: EntityManager): Promise<void> {
    if (!hasFactor(await this.get(userId, tx))) await this.recoveryCodes.removeAll(userId, tx);
  }

  /**
   * Removes every factor of a user who has lost them, and ends the user's sessions.
   * @throws NotFoundError for unknown users; ForbiddenError for the actor's own account;
   * ConflictError if there is nothing to reset.
   */
  async reset(userId: number, actor: Identity): Promise<UserEntity> {
    if (userId === actor.userId) {
      throw new ForbiddenError('Change your own second factor in your profile.');
    }
    const user = await this.database.inTransaction(async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const found = await tx.findOne(UserEntity, { where: { id: userId }, lock });
      if (!found || found.role === 'SYSTEM') throw new NotFoundError('User not found');
      if (!hasFactor(await this.get(userId, tx))) {
        throw new ConflictError('The user has no second factor.');
      }
      await this.authenticators.remove(userId, tx);
      await this.passkeys.removeAll(userId, tx);
      await this.recoveryCodes.removeAll(userId, tx);
      await this.tickets.revokeAllOf(userId, tx);
      await this.sessions.endAllOf(userId, { tx });
      const subject = toUserSubject(found);
      await this.audit.record({ action: 'second_factor.reset', actor, subject }, tx);
      return found;
    });
    await this.loginLock.clear('SECOND_FACTOR', user.email ?? '');
    await this.notices.sendSignInChanged(
      user,
      'An administrator removed your second factor, and all your sessions have ended.',
    );
    return user;
  }
}

/** Returns whether signing in with the password takes a second step. */
export function hasFactor({ authenticatorAddedAt, passkeys }: SecondFactorState): boolean {
  return authenticatorAddedAt !== null || passkeys.length > 0;
}
