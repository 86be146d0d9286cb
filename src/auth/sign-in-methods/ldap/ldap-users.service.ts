import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../../audit/audit.service.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { isUniqueViolation } from '../../../kernel/errors/database-errors.js';
import { UserEntity } from '../../../users/user.entity.js';
import { UserNoticesService } from '../../../users/user-notices.service.js';
import { UserGroupsService } from '../../../users/groups/user-groups.service.js';
import { UsersService } from '../../../users/users.service.js';
import { canonicalizeDn } from '../../../config/distinguished-name.js';
import { UnfitAccountError } from './directory-errors.js';
import type { DirectoryPerson } from './directory-person.js';

/** Two simultaneous first sign-ins may need the same name, or be the same user. */
const ATTEMPTS = 4;

/**
 * Accounts of directory users. They only ever get LDAP accounts, even if an account with another
 * sign-in method has their address.
 */
@Injectable()
export class LdapUsersService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly users: UsersService,
    private readonly groups: UserGroupsService,
    private readonly notices: UserNoticesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns the account of a user. Creates it at the first sign-in, and later updates its address
   * and role.
   * @throws UnfitAccountError if the user may not have an account.
   */
  async provision(person: DirectoryPerson): Promise<UserEntity> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { user, before } = await this.database.inTransaction(async (tx) => {
          const known = await this.find(person, tx);
          if (known && known.deactivatedAt !== null) {
            throw new UnfitAccountError('the account is deactivated');
          }
          const previous = known && { email: known.email, role: known.role };
          const account = known
            ? await this.update(known, person, tx)
            : await this.create(person, tx);
          await this.joinGroups(account, person, tx);
          return { user: account, before: previous };
        });
        if (before) await this.notices.sendChanges(before, user);
        return user;
      } catch (error) {
        // A simultaneous sign-in was faster. The next attempt sees what it stored.
        if (attempt === ATTEMPTS || !isUniqueViolation(error)) throw error;
      }
    }
  }

  private async joinGroups(
    { id }: UserEntity,
    { groups }: DirectoryPerson,
    tx: EntityManager,
  ): Promise<void> {
    if (!this.env.ldap?.syncsGroups) return;
    const named = groups.map((dn) => ({
      externalId: canonicalizeDn(dn) ?? dn,
      name: readCommonName(dn) ?? dn,
    }));
    await this.groups.syncMemberships(tx, id, 'LDAP', named);
  }

  /**
   * Finds by permanent ID, and by address only if no ID is stored. One query reads both, so it sees
   * either everything or nothing of a simultaneous first sign-in.
   */
  private async find(
    { uniqueId, email }: DirectoryPerson,
    tx: EntityManager,
  ): Promise<UserEntity | null> {
    const named = await tx.findBy(UserEntity, [
      ...(uniqueId === null ? [] : [{ authMethod: 'LDAP' as const, ldapUniqueId: uniqueId }]),
      ...(email === null ? [] : [{ email }]),
    ]);
    const byId = named.find(({ ldapUniqueId }) => uniqueId !== null && ldapUniqueId === uniqueId);
    const byEmail = named.find((user) => email !== null && user.email === email);
    if (!byEmail || byEmail === byId) return byId ?? null;
    if (byId) throw new UnfitAccountError('the new address belongs to another account');
    if (byEmail.authMethod !== 'LDAP') {
      throw new UnfitAccountError('the address belongs to an account with another sign-in method');
    }
    if (uniqueId !== null && byEmail.ldapUniqueId !== null) {
      throw new UnfitAccountError('the address belongs to another directory user');
    }
    return byEmail;
  }

  private async update(
    user: UserEntity,
    { email, uniqueId, role }: DirectoryPerson,
    tx: EntityManager,
  ): Promise<UserEntity> {
    const ldapUniqueId = user.ldapUniqueId ?? uniqueId;
    const isSame = user.email === email && user.role === role && user.ldapUniqueId === ldapUniqueId;
    if (isSame) return user;
    await tx.update(
      UserEntity,
      { id: user.id },
      { email, role, ldapUniqueId, updatedAt: new Date() },
    );
    if (user.role !== role) {
      await this.record('user.role_changed', user, { from: user.role, to: role }, tx);
    }
    return Object.assign(user, { email, role, ldapUniqueId });
  }

  private async create(
    { displayName, email, uniqueId, role }: DirectoryPerson,
    tx: EntityManager,
  ): Promise<UserEntity> {
    if (!this.env.ldap?.isSignUpAllowed)
      throw new UnfitAccountError('new users are not allowed to sign in');
    const isFree = await this.users.isNameFree(displayName, tx);
    const username = isFree ? displayName : `${displayName} (${randomBytes(3).toString('hex')})`;
    const user = await tx.save(
      tx.create(UserEntity, {
        username,
        email,
        role,
        authMethod: 'LDAP',
        ldapUniqueId: uniqueId,
      }),
    );
    await this.record('user.created', user, { role, method: 'LDAP' }, tx);
    return user;
  }

  /** Records the directory as the actor. */
  private record(
    action: string,
    user: UserEntity,
    details: Record<string, unknown>,
    tx: EntityManager,
  ): Promise<void> {
    const subject = toUserSubject(user);
    return this.audit.record(
      { action, actor: null, actorName: 'LDAP directory', subject, details },
      tx,
    );
  }
}

/** Returns the readable name of a group, if it needs no escapes. */
function readCommonName(dn: string): string | undefined {
  return /^cn=([^,+\\"]+)/i.exec(dn)?.[1]?.trim();
}
