import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import { LoginSessionsService } from '../../auth/sessions/login-sessions.service.js';
import type { Identity, Role } from '../../kernel/access/access.js';
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnprocessableError,
} from '../../kernel/errors/errors.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { isDefaultAdmin } from '../../users/built-in-users.contract.js';
import { PasswordChangesService } from '../../auth/password-changes/password-changes.service.js';
import { PasswordsService } from '../../users/passwords.service.js';
import { AUTH_METHODS, type AuthMethodName } from '../../users/auth-methods.contract.js';
import { UserEntity, type UserRoleName } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { parseEmail, parseUsername } from '../../users/user-fields.contract.js';
import { UserChangesQueries } from './user-changes.queries.js';
import {
  assertNotReserved,
  rethrowTaken,
  UserNamesService,
} from '../../users/user-names.service.js';

/** A user to create. */
export interface NewUser {
  username: string;
  email: string;
  role: UserRoleName;
  authMethod: AuthMethodName;
  /**
   * Only for `LOCAL`. If absent, a random one is generated that nobody knows. Must be changed at
   * the first sign-in.
   */
  password?: string | null;
  /** Only for `OAUTH2`: the identity at the provider. */
  oauth2ClientId?: string | null;
  oauth2UserId?: string | null;
}

/** The choices in creating a user. */
export interface CreationOptions {
  sendWelcomeEmail: boolean;
  /** Writes what belongs to the user in the same transaction. */
  also?: (user: UserEntity, tx: EntityManager) => Promise<void>;
}

/** Changes by an administrator. Absent or null fields stay unchanged. */
export interface UserChanges {
  role?: Role | null;
  username?: string | null;
  /** Must be changed at the next sign-in. */
  password?: string | null;
}

/** Creates, changes, and deletes accounts for administrators. */
@Injectable()
export class UserChangesService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly queries: UserChangesQueries,
    private readonly names: UserNamesService,
    private readonly passwords: PasswordsService,
    private readonly passwordChanges: PasswordChangesService,
    private readonly sessions: LoginSessionsService,
    private readonly notices: UserNoticesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws BadRequestError for the role of the system user, UnprocessableError for invalid fields,
   * ConflictError if another user has the name, the address, or the identity.
   */
  async create(
    user: NewUser,
    { sendWelcomeEmail, also }: CreationOptions,
    actor: Identity,
  ): Promise<UserEntity> {
    if (user.role === 'SYSTEM') {
      throw new BadRequestError('The role SYSTEM cannot be assigned.');
    }
    const username = parseUsername(user.username);
    const email = parseEmail(user.email);
    const { hasPassword } = AUTH_METHODS[user.authMethod];
    assertNotReserved(username);
    if (hasPassword && !this.env.auth.isPasswordLoginEnabled) {
      throw new UnprocessableError(
        'This server does not accept passwords, so it cannot have local accounts.',
      );
    }
    if (!hasPassword && user.password) {
      throw new UnprocessableError('Only local accounts have a password.');
    }
    const password = user.password ?? this.passwords.generate();
    if (hasPassword) await this.passwords.assertAcceptable(password, { username, email });
    const row = {
      username,
      email,
      role: user.role,
      authMethod: user.authMethod,
      passwordHash: hasPassword ? await this.passwords.hash(password) : null,
      passwordNeedsReset: hasPassword,
      oauth2ClientId: user.oauth2ClientId || null,
      oauth2UserId: user.oauth2UserId || null,
    };
    const created = await this.database
      .inTransaction(async (tx) => {
        const { identifiers } = await tx.insert(UserEntity, row);
        const inserted = await tx.findOneByOrFail(UserEntity, {
          id: Number(identifiers[0]?.['id']),
        });
        const details = { role: inserted.role, method: inserted.authMethod };
        await this.audit.record(
          { action: 'user.created', actor, subject: toUserSubject(inserted), details },
          tx,
        );
        await also?.(inserted, tx);
        return inserted;
      })
      .catch(rethrowTaken);
    if (sendWelcomeEmail) await this.notices.sendWelcome(created);
    return created;
  }

  /**
   * Changes the account of somebody else. A new role or password ends their sessions.
   * @throws NotFoundError, ForbiddenError for what the actor may not change, ConflictError for a name
   * that is taken and for the last administrator, UnprocessableError for invalid fields.
   */
  async update(id: number, changes: UserChanges, actor: Identity): Promise<UserEntity> {
    if (Object.values(changes).every((value) => value == null)) {
      throw new BadRequestError('Change at least one field.');
    }
    const { before, after } = await this.database.inTransaction(async (tx) => {
      const [user] = await this.queries.lock([id], tx);
      if (!user || user.role === 'SYSTEM') throw new NotFoundError('User not found');
      if (changes.username != null) await this.names.rename(user, changes.username, actor, tx);
      if (changes.role != null) {
        assertRoleMayChange(user, actor);
        await this.changeRole(user, changes.role, actor, tx);
      }
      if (changes.password != null) {
        await this.replacePassword(user, changes.password, actor, tx);
      }
      return { before: user, after: await tx.findOneByOrFail(UserEntity, { id }) };
    });
    await this.notices.sendChanges(before, after);
    if (after.passwordHash !== before.passwordHash) await this.notices.sendPasswordChanged(after);
    return after;
  }

  /**
   * Changes the role of a user and ends their sessions.
   * @param user a row that the transaction has locked.
   * @throws ConflictError for the last administrator.
   */
  async changeRole(
    user: UserEntity,
    role: Role,
    actor: Identity | null,
    tx: EntityManager,
  ): Promise<void> {
    if (user.role === role) return;
    if (user.role === 'ADMIN') await this.assertAdministratorsRemain([user.id], tx);
    await tx.update(UserEntity, { id: user.id }, { role, updatedAt: () => 'now()' });
    await this.sessions.endAllOf(user.id, { tx });
    const details = { from: user.role, to: role };
    await this.audit.record(
      { action: 'user.role_changed', actor, subject: toUserSubject(user), details },
      tx,
    );
  }

  /**
   * Deletes an account with its sessions and keys.
   * @throws NotFoundError, ForbiddenError for built-in accounts and the actor's own, ConflictError
   * for the last administrator.
   */
  async delete(id: number, actor: Identity): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const [user] = await this.queries.lock([id], tx);
      if (!user) throw new NotFoundError('User not found');
      if (user.role === 'SYSTEM') throw new ForbiddenError('You cannot delete the system user.');
      await this.remove([user], actor, tx);
    });
  }

  /**
   * Deletes several accounts, or none if one cannot be deleted. The system user cannot be among
   * them.
   * @throws like `delete`; NotFoundError if one of them is unknown.
   */
  async deleteMany(ids: readonly number[], actor: Identity): Promise<void> {
    const known = new Set(ids);
    await this.database.inTransaction(async (tx) => {
      const users = await this.queries.lock([...known], tx);
      if (users.length < known.size || users.some(({ role }) => role === 'SYSTEM')) {
        throw new NotFoundError('Some user IDs could not be found');
      }
      await this.remove(users, actor, tx);
    });
  }

  private async remove(users: UserEntity[], actor: Identity, tx: Transaction): Promise<void> {
    if (users.some(isDefaultAdmin)) {
      throw new ForbiddenError('Cannot delete the default admin user');
    }
    const ids = users.map(({ id }) => id);
    if (ids.some((id) => id === actor.userId)) {
      throw new ForbiddenError('You cannot delete your own account.');
    }
    if (users.some(({ role }) => role === 'ADMIN')) {
      await this.assertAdministratorsRemain(ids, tx);
    }
    // Deletes sessions, keys, and reset links along with the row.
    await tx.delete(UserEntity, ids);
    await this.queries.forgetAuthors(ids, tx);
    for (const user of users) {
      await this.audit.record({ action: 'user.deleted', actor, subject: toUserSubject(user) }, tx);
    }
  }

  private async replacePassword(
    user: UserEntity,
    password: string,
    actor: Identity,
    tx: EntityManager,
  ): Promise<void> {
    if (user.id === actor.userId) {
      throw new ForbiddenError('Use patchViewer to change your own password.');
    }
    await this.passwordChanges.replace(user, password, { needsReset: true }, tx);
    await this.audit.record(
      { action: 'password.changed', actor, subject: toUserSubject(user) },
      tx,
    );
  }

  /**
   * Until the transaction ends, no other one removes an administrator.
   * @throws ConflictError if nobody else could administer this server.
   */
  async assertAdministratorsRemain(ids: number[], tx: EntityManager): Promise<void> {
    const withLocal = this.env.auth.isPasswordLoginEnabled;
    const { among, others } = await this.queries.countAdministrators(ids, withLocal, tx);
    if (among > 0 && others === 0) {
      throw new ConflictError('The last administrator cannot be deleted or demoted.');
    }
  }
}

function assertRoleMayChange(user: UserEntity, actor: Identity): void {
  if (isDefaultAdmin(user)) {
    throw new ForbiddenError('You cannot change the role of the default administrator.');
  }
  if (user.id === actor.userId) throw new ForbiddenError('You cannot change your own role.');
}
