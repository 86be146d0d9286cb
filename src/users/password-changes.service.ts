import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasswordResetTokenEntity } from '../auth/password-reset/password-reset-token.entity.js';
import { LoginSessionsService } from '../auth/sessions/login-sessions.service.js';
import { ConflictError, UnprocessableError } from '../common/errors/errors.js';
import { PasswordsService } from './passwords.service.js';
import { UserEntity } from './user.entity.js';

/** Gives accounts another password, whoever asks for it. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly sessions: LoginSessionsService,
  ) {}

  /**
   * Replaces the password. All sessions of the user end, and a link for a new password that may be
   * on its way no longer works; API keys stay.
   * @param user as it was when it was decided; when the password has changed since, nothing happens.
   * @param needsReset whether the user must choose another one first.
   * @throws UnprocessableError for a password that the policy refuses and for accounts without one,
   * ConflictError when the password was changed at the same time.
   */
  async replace(
    user: UserEntity,
    password: string,
    { needsReset }: { needsReset: boolean },
    tx: EntityManager,
  ): Promise<void> {
    const { id, passwordHash: previous } = user;
    if (user.authMethod !== 'LOCAL' || previous === null) {
      throw new UnprocessableError('Only local accounts have a password here');
    }
    await this.passwords.assertAcceptable(password, user);
    const passwordHash = await this.passwords.hash(password);
    const changes = { passwordHash, passwordNeedsReset: needsReset, updatedAt: () => 'now()' };
    const { affected } = await tx.update(UserEntity, { id, passwordHash: previous }, changes);
    if (affected !== 1) throw new ConflictError('The password was changed at the same time');
    await tx.delete(PasswordResetTokenEntity, { userId: id });
    await this.sessions.endAllOf(id, { tx });
  }
}
