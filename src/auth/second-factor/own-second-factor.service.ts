import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnprocessableError,
} from '../../kernel/errors/errors.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { UsersService } from '../../users/users.service.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import { PasswordProofService } from '../sign-ins/password-proof.service.js';
import {
  type AuthenticatorSecret,
  AuthenticatorsService,
} from './authenticators/authenticators.service.js';
import type { NewCredential } from './passkeys/credential.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import type { RelyingParty } from './passkeys/relying-party.js';
import { RecoveryCodesService } from './recovery-codes/recovery-codes.service.js';
import { hasFactor, SecondFactorService } from './second-factor.service.js';

type FactorKind = 'authenticator' | 'passkey';

/** A user whose second factor has changed. */
export interface ChangedFactor {
  user: UserEntity;
  /** New recovery codes, to be shown once; null if there are none. */
  recoveryCodes: string[] | null;
}

/**
 * Lets signed-in users change their second factor. Adding, replacing and removing take the password,
 * so that an unlocked computer or a stolen session is not enough.
 */
@Injectable()
export class OwnSecondFactorService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly users: UsersService,
    private readonly proof: PasswordProofService,
    private readonly secondFactors: SecondFactorService,
    private readonly authenticators: AuthenticatorsService,
    private readonly passkeys: PasskeysService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly lock: LoginLockService,
    private readonly notices: UserNoticesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns the caller's account if its password is correct.
   * @throws ForbiddenError for callers who did not sign in; UnprocessableError for accounts without a
   * password; BadRequestError for a wrong one; TooManyRequestsError while the account is locked.
   */
  async getProvenUser(caller: Identity, password: string): Promise<UserEntity> {
    const user = await this.getUser(caller);
    await this.proof.assertProven(user, password);
    return user;
  }

  /** @throws like `getProvenUser`; ConflictError if there already is an authenticator. */
  async startAuthenticator(caller: Identity, password: string): Promise<AuthenticatorSecret> {
    return this.authenticators.start(await this.getProvenUser(caller, password));
  }

  /**
   * Confirms the started authenticator with a code that it shows.
   * @throws ForbiddenError, UnprocessableError as above; BadRequestError for a wrong code, or if the
   * secret is too old; TooManyRequestsError after several wrong ones.
   */
  async confirmAuthenticator(caller: Identity, code: string): Promise<ChangedFactor> {
    const user = await this.getUser(caller);
    const confirm = async (tx: EntityManager): Promise<void> => {
      const isRight = await this.authenticators.confirm(user.id, code.replaceAll(/\s/g, ''), tx);
      if (!isRight) throw new WrongCodeError();
    };
    // Takes no password, so a stolen session could otherwise try all codes.
    const added = await this.lock.attempt('SECOND_FACTOR', user.email ?? '', () =>
      this.add(user, caller, 'authenticator', confirm).catch(toNullIfWrong),
    );
    if (!added) throw new WrongCodeError();
    return added;
  }

  /** @throws like `getProvenUser`; NotFoundError if there is no authenticator. */
  async removeAuthenticator(caller: Identity, password: string): Promise<UserEntity> {
    const user = await this.getProvenUser(caller, password);
    await this.remove(user, caller, 'authenticator', (tx) =>
      this.authenticators.remove(user.id, tx),
    );
    return user;
  }

  /**
   * Returns what the browser needs to create a passkey.
   * @throws like `getProvenUser`; ConflictError if there are too many.
   */
  async startPasskey(caller: Identity, password: string, party: RelyingParty) {
    const user = await this.getProvenUser(caller, password);
    return this.passkeys.startRegistration(user, party);
  }

  /**
   * Adds a passkey that the browser has created.
   * @throws ForbiddenError, UnprocessableError as above; BadRequestError if it cannot be verified;
   * ConflictError if it has already been added.
   */
  async addPasskey(
    caller: Identity,
    passkey: { name: string; credential: NewCredential },
    party: RelyingParty,
  ): Promise<ChangedFactor> {
    const user = await this.getUser(caller);
    return this.add(user, caller, 'passkey', (tx) =>
      this.passkeys.register(user.id, passkey, party, tx),
    );
  }

  /** @throws like `getProvenUser`; NotFoundError if the passkey does not exist or is not the caller's. */
  async removePasskey(caller: Identity, id: number, password: string): Promise<UserEntity> {
    const user = await this.getProvenUser(caller, password);
    await this.remove(user, caller, 'passkey', (tx) => this.passkeys.remove(user.id, id, tx));
    return user;
  }

  /** @throws like `getProvenUser`; ConflictError for users without a second factor. */
  async replaceRecoveryCodes(caller: Identity, password: string): Promise<ChangedFactor> {
    const user = await this.getProvenUser(caller, password);
    const recoveryCodes = await this.database.inTransaction(async (tx) => {
      if (!hasFactor(await this.secondFactors.lock(user.id, tx))) {
        throw new ConflictError('Add an authenticator app or a passkey first.');
      }
      const subject = toUserSubject(user);
      await this.audit.record({ action: 'recovery_codes.replaced', actor: caller, subject }, tx);
      return this.recoveryCodes.replace(user.id, tx);
    });
    await this.notices.sendSignInChanged(user, 'Your recovery codes were replaced.');
    return { user, recoveryCodes };
  }

  /** Adds a factor, with recovery codes if it is the first one. */
  private async add(
    user: UserEntity,
    actor: Identity,
    kind: FactorKind,
    insert: (tx: EntityManager) => Promise<void>,
  ): Promise<ChangedFactor> {
    const recoveryCodes = await this.database.inTransaction(async (tx) => {
      const before = await this.secondFactors.lock(user.id, tx);
      await insert(tx);
      const subject = toUserSubject(user);
      await this.audit.record(
        { action: 'second_factor.added', actor, subject, details: { kind } },
        tx,
      );
      return this.secondFactors.createFirstCodes(user.id, before, tx);
    });
    await this.notices.sendSignInChanged(user, `A second factor was added: ${LABELS[kind]}.`);
    return { user, recoveryCodes };
  }

  private async remove(
    user: UserEntity,
    actor: Identity,
    kind: FactorKind,
    remove: (tx: EntityManager) => Promise<boolean>,
  ): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      await this.secondFactors.lock(user.id, tx);
      if (!(await remove(tx))) throw new NotFoundError('You have no such second factor.');
      await this.secondFactors.removeUnneededCodes(user.id, tx);
      const subject = toUserSubject(user);
      await this.audit.record(
        { action: 'second_factor.removed', actor, subject, details: { kind } },
        tx,
      );
    });
    await this.notices.sendSignInChanged(user, `A second factor was removed: ${LABELS[kind]}.`);
  }

  private async getUser(caller: Identity): Promise<UserEntity> {
    const user = caller.sessionId === null ? null : await this.users.findCaller(caller);
    if (!user) throw new ForbiddenError('Sign in to change your second factor.');
    if (user.passwordHash === null) {
      throw new UnprocessableError(
        'Only local accounts have a second factor here. Yours is managed where you sign in.',
      );
    }
    return user;
  }
}

class WrongCodeError extends BadRequestError {
  constructor() {
    super(
      'The code is wrong. Check that the clock of your phone is right, and enter the newest code.',
    );
  }
}

function toNullIfWrong(error: unknown): null {
  if (error instanceof WrongCodeError) return null;
  throw error;
}

const LABELS: Record<FactorKind, string> = {
  authenticator: 'an authenticator app',
  passkey: 'a passkey',
};
