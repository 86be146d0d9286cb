import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { BadRequestError, ForbiddenError, UnprocessableError } from '../../kernel/errors/errors.js';
import { PasswordChangesService } from '../password-changes/password-changes.service.js';
import { PasswordsService } from '../../users/passwords.service.js';
import { UserNamesService } from '../../users/user-names.service.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { UsersService } from '../../users/users.service.js';
import { PasswordProofService } from '../sign-ins/password-proof.service.js';

/** Changes to the caller's own account. Absent and null fields stay unchanged. */
export interface OwnChanges {
  username?: string | null;
  password?: string | null;
  /** The password to replace. */
  currentPassword?: string | null;
}

/** Changes the caller's own account. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly users: UsersService,
    private readonly names: UserNamesService,
    private readonly passwords: PasswordsService,
    private readonly passwordChanges: PasswordChangesService,
    private readonly notices: UserNoticesService,
    private readonly proof: PasswordProofService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Changes the name, the password or both. A new password ends all sessions of the user. A wrong
   * current password counts like a wrong password at sign-in.
   * @throws BadRequestError if nothing changes or the current password is wrong; ForbiddenError for
   * the system user; ConflictError for a name that is taken; TooManyRequestsError while the account
   * is locked; UnprocessableError if the policy refuses the password.
   */
  async change(caller: Identity, changes: OwnChanges): Promise<UserEntity> {
    const { username, password, currentPassword } = changes;
    if (username == null && password == null) {
      throw new BadRequestError('newUsername or newPassword is required.');
    }
    const user = await this.users.findCaller(caller);
    if (!user || user.role === 'SYSTEM') {
      throw new ForbiddenError('This credential does not belong to a user account.');
    }
    if (password != null) await this.verifyPassword(user, { password, currentPassword }, caller);
    await this.database.inTransaction(async (tx) => {
      if (username != null) await this.names.rename(user, username, caller, tx);
      if (password == null) return;
      await this.passwordChanges.replace(user, password, { needsReset: false }, tx);
      const subject = toUserSubject(user);
      await this.audit.record({ action: 'password.changed', actor: caller, subject }, tx);
    });
    const changed = (await this.users.findById(user.id)) ?? user;
    if (password != null) await this.notices.sendPasswordChanged(changed);
    return changed;
  }

  /** Checks the current password, and whether the policy accepts the new one. */
  private async verifyPassword(
    user: UserEntity,
    { password, currentPassword }: { password: string; currentPassword?: string | null },
    caller: Identity,
  ): Promise<void> {
    if (user.passwordHash === null) {
      throw new UnprocessableError('Only local accounts have a password.');
    }
    if (!currentPassword)
      throw new BadRequestError('currentPassword is required to change the password.');
    await this.passwords.assertAcceptable(password, user);
    if (!(await this.proof.isProven(user, currentPassword))) {
      const subject = toUserSubject(user);
      await this.audit.record({
        action: 'password.changed',
        outcome: 'failure',
        actor: caller,
        subject,
      });
      throw new BadRequestError('The current password is wrong.');
    }
    if (password.normalize('NFC') === currentPassword.normalize('NFC')) {
      throw new UnprocessableError('The new password must differ from the current one.');
    }
  }
}
