import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasswordResetTokenEntity } from '../../users/password-reset-token.entity.js';
import { GrantsService } from '../authorization-server/grants/grants.service.js';
import { SignInTicketEntity } from '../second-factor/tickets/sign-in-ticket.entity.js';
import { LoginSessionsService } from '../sessions/login-sessions.service.js';
import { ConflictError, UnprocessableError } from '../../kernel/errors/errors.js';
import { PasswordsService } from '../../users/passwords.service.js';
import { UserEntity } from '../../users/user.entity.js';

/** Replaces passwords for the user, administrators and the command line. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly sessions: LoginSessionsService,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Replaces the password, ends all sessions of the user and the access of all applications, and
   * revokes reset links. API keys stay.
   * @param user the row as last read. If the password has since changed, nothing happens.
   * @param needsReset whether the user must choose another password first.
   * @throws UnprocessableError if the policy refuses the password or the account cannot have one,
   * ConflictError if the password was changed at the same time.
   */
  async replace(
    user: UserEntity,
    password: string,
    { needsReset }: { needsReset: boolean },
    tx: EntityManager,
  ): Promise<void> {
    const { id, passwordHash: previous } = user;
    if (previous === null) {
      throw new UnprocessableError('Only local accounts have a password.');
    }
    await this.passwords.assertAcceptable(password, user);
    const passwordHash = await this.passwords.hash(password);
    const changes = { passwordHash, passwordNeedsReset: needsReset, updatedAt: () => 'now()' };
    const { affected } = await tx.update(UserEntity, { id, passwordHash: previous }, changes);
    if (affected !== 1) throw new ConflictError('The password has since been changed. Try again.');
    await this.endAccess(id, tx);
  }

  /** Ends all sessions, access of applications and begun sign-ins of a user, and revokes reset links. */
  async endAccess(userId: number, tx: EntityManager): Promise<void> {
    await tx.delete(PasswordResetTokenEntity, { userId });
    // Before the sessions, because a sign-in that is being completed has used its ticket first.
    await tx.delete(SignInTicketEntity, { userId });
    await this.sessions.endAllOf(userId, { tx });
    await this.grants.revokeAllOf(userId, tx);
  }
}
