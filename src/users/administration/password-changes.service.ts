import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasswordResetTokenEntity } from '../password-reset-token.entity.js';
import { GrantsService } from '../../auth/authorization-server/grants/grants.service.js';
import { SignInTicketEntity } from '../../auth/second-factor/tickets/sign-in-ticket.entity.js';
import { LoginSessionsService } from '../../auth/sessions/login-sessions.service.js';
import { ConflictError, UnprocessableError } from '../../kernel/errors/errors.js';
import { PasswordsService } from '../passwords.service.js';
import { UserEntity } from '../user.entity.js';

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
    if (user.authMethod !== 'LOCAL' || previous === null) {
      throw new UnprocessableError('Only local accounts have a password.');
    }
    await this.passwords.assertAcceptable(password, user);
    const passwordHash = await this.passwords.hash(password);
    const changes = { passwordHash, passwordNeedsReset: needsReset, updatedAt: () => 'now()' };
    const { affected } = await tx.update(UserEntity, { id, passwordHash: previous }, changes);
    if (affected !== 1) throw new ConflictError('The password has since been changed. Try again.');
    await tx.delete(PasswordResetTokenEntity, { userId: id });
    // Before the sessions, because a sign-in that is being completed has used its ticket first.
    await tx.delete(SignInTicketEntity, { userId: id });
    await this.sessions.endAllOf(id, { tx });
    await this.grants.revokeAllOf(id, tx);
  }
}
