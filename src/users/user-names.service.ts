import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService, toUserSubject } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import { findViolatedConstraint } from '../kernel/errors/database-errors.js';
import { ConflictError } from '../kernel/errors/errors.js';
import { isDefaultAdmin, isReservedName } from './built-in-users.contract.js';
import { PasswordResetTokenEntity } from './password-reset-token.entity.js';
import { parseUsername } from './user-fields.contract.js';
import { UserEntity } from './user.entity.js';

const TAKEN: Record<string, string> = {
  users_username_key: 'Username already exists.',
  users_email_key: 'Email already exists.',
  users_oauth2_identity: 'A user with this identity already exists.',
  users_ldap_identity: 'A user with this identity already exists.',
};

/** Changes the names and addresses of users. Their sessions stay. */
@Injectable()
export class UserNamesService {
  constructor(private readonly audit: AuditService) {}

  /** @throws UnprocessableError for an invalid name, ConflictError for one that is taken. */
  async rename(user: UserEntity, name: string, actor: Identity, tx: EntityManager): Promise<void> {
    const username = parseUsername(name);
    if (username === user.username) return;
    // The names of built-in accounts stay reserved even after those are renamed.
    if (!isDefaultAdmin(user)) assertNotReserved(username);
    const changes = { username, updatedAt: () => 'now()' };
    await tx.update(UserEntity, { id: user.id }, changes).catch(rethrowTaken);
    const details = { from: user.username, to: username };
    const subject = toUserSubject(user);
    await this.audit.record({ action: 'user.renamed', actor, subject, details }, tx);
  }

  /**
   * Links to reset the password that the previous address got no longer work.
   * @param email in its stored form. The database refuses one that another user has.
   */
  async changeEmail(
    user: UserEntity,
    email: string,
    actor: Identity,
    tx: EntityManager,
  ): Promise<void> {
    await tx.update(UserEntity, { id: user.id }, { email, updatedAt: () => 'now()' });
    await tx.delete(PasswordResetTokenEntity, { userId: user.id });
    const subject = toUserSubject(user);
    const details = { from: user.email, to: email };
    await this.audit.record({ action: 'user.email_changed', actor, subject, details }, tx);
  }
}

/** @throws ConflictError for the name of a built-in account, and one that looks like it. */
export function assertNotReserved(username: string): void {
  if (isReservedName(username)) throw new ConflictError('Username already exists.');
}

/** Turns the violation of a unique constraint of users into a ConflictError. */
export function rethrowTaken(error: unknown): never {
  const taken = TAKEN[findViolatedConstraint(error) ?? ''];
  throw taken ? new ConflictError(taken) : error;
}
