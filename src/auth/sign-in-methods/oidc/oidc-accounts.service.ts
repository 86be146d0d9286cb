import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { AuditService, toUserSubject } from '../../../audit/audit.service.js';
import { isUniqueViolation } from '../../../kernel/errors/database-errors.js';
import { UserEntity } from '../../../users/user.entity.js';
import { UserNoticesService } from '../../../users/user-notices.service.js';
import { UserGroupsService } from '../../../users/groups/user-groups.service.js';
import { UsersService } from '../../../users/users.service.js';
import { OidcAccountsQueries, type ProvenPerson } from './oidc-accounts.queries.js';
import { OidcRefusal } from './oidc-refusal.js';

/**
 * Two users may take the same name or address at the same time. The second attempt then sees what
 * the first stored.
 */
const ATTEMPTS = 3;

/**
 * Finds or creates the account of a user whom a provider has identified. Only issuer and subject
 * identify a user. An email address alone opens an account only once, if it was created for that
 * address in advance and is still unused.
 */
@Injectable()
export class OidcAccountsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: OidcAccountsQueries,
    private readonly users: UsersService,
    private readonly groups: UserGroupsService,
    private readonly notices: UserNoticesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns the account of a user, updated with the provider's claims.
   * @throws OidcRefusal `email_in_use` or `sign_in_not_allowed` if the user may not have an
   * account.
   */
  async resolve(person: ProvenPerson): Promise<UserEntity> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { account, before } = await this.database.inTransaction((tx) =>
          this.findOrCreate(tx, person),
        );
        if (before) await this.notices.sendChanges(before, account);
        return account;
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        if (attempt === ATTEMPTS) {
          throw new OidcRefusal('email_in_use', 'account_contended', {
            cause: error,
            person: person.profile.email,
          });
        }
      }
    }
  }

  /** `before` is the previous state of an existing account. */
  private async findOrCreate(
    tx: EntityManager,
    person: ProvenPerson,
  ): Promise<{ account: UserEntity; before: Pick<UserEntity, 'email' | 'role'> | null }> {
    const { profile } = person;
    await this.queries.lockPerson(tx, person);
    const known =
      (await this.queries.findKnown(tx, person)) ?? (await this.findPrepared(tx, person));
    if (known && known.deactivatedAt !== null) {
      throw new OidcRefusal('sign_in_not_allowed', 'deactivated', { person: profile.email });
    }
    const before = known && { email: known.email, role: known.role };
    const account = known ? await this.update(tx, known, person) : await this.create(tx, person);
    await this.joinGroups(tx, account, person);
    return { account, before };
  }

  /** Two providers may have groups of the same name, but not the same people in them. */
  private async joinGroups(
    tx: EntityManager,
    { id }: UserEntity,
    { provider, profile }: ProvenPerson,
  ): Promise<void> {
    if (!profile.syncedGroups) return;
    const groups = profile.syncedGroups.map((group) => ({
      externalId: `${provider.name}:${group}`,
      name: `${group} (${provider.displayName})`,
    }));
    await this.groups.syncMemberships(tx, id, 'OIDC', groups);
  }

  /**
   * Finds an unused account that was created in advance for the address, if the address may open
   * it.
   */
  private async findPrepared(
    tx: EntityManager,
    { provider, profile }: ProvenPerson,
  ): Promise<UserEntity | null> {
    const owner = await tx.findOneBy(UserEntity, { email: profile.email });
    const isPrepared =
      owner?.authMethod === 'OAUTH2' &&
      owner.oauth2UserId === null &&
      (owner.oauth2ClientId ?? provider.clientId) === provider.clientId;
    // If anyone may sign up, an unverified address opens no account.
    if (isPrepared && (!provider.allowSignUp || profile.emailVerified)) return owner;
    const person = profile.email;
    if (!provider.allowSignUp)
      throw new OidcRefusal('sign_in_not_allowed', 'no_account', { person });
    if (owner) throw new OidcRefusal('email_in_use', 'email_of_another', { person });
    return null;
  }

  private async update(
    tx: EntityManager,
    account: UserEntity,
    person: ProvenPerson,
  ): Promise<UserEntity> {
    const { provider, issuer, profile } = person;
    if (
      account.email !== profile.email &&
      (await tx.existsBy(UserEntity, { email: profile.email }))
    ) {
      throw new OidcRefusal('email_in_use', 'email_of_another', { person: profile.email });
    }
    const role = (provider.roles?.resync && profile.role) || account.role;
    const before = account.role;
    Object.assign(account, {
      email: profile.email,
      profilePictureUrl: profile.pictureUrl ?? account.profilePictureUrl,
      role,
      oauth2Issuer: issuer,
      oauth2ClientId: account.oauth2UserId === null ? provider.clientId : account.oauth2ClientId,
      oauth2UserId: profile.subject,
    });
    await tx.update(UserEntity, { id: account.id }, toUpdate(account));
    if (role !== before) {
      await this.audit.record(
        {
          action: 'user.role_changed',
          actor: null,
          actorName: provider.displayName,
          subject: toUserSubject(account),
          details: { from: before, to: role, provider: provider.name },
        },
        tx,
      );
    }
    return account;
  }

  private async create(tx: EntityManager, person: ProvenPerson): Promise<UserEntity> {
    const { provider, issuer, profile } = person;
    const account = tx.create(UserEntity, {
      username: await this.chooseUsername(tx, profile.name),
      email: profile.email,
      role: profile.role ?? 'VIEWER',
      authMethod: 'OAUTH2',
      passwordHash: null,
      profilePictureUrl: profile.pictureUrl,
      oauth2Issuer: issuer,
      oauth2ClientId: provider.clientId,
      oauth2UserId: profile.subject,
    });
    await tx.insert(UserEntity, account);
    await this.audit.record(
      {
        action: 'user.created',
        actor: null,
        actorName: provider.displayName,
        subject: toUserSubject(account),
        details: { role: account.role, method: 'OAUTH2', provider: provider.name },
      },
      tx,
    );
    return account;
  }

  private async chooseUsername(tx: EntityManager, name: string): Promise<string> {
    if (await this.users.isNameFree(name, tx)) return name;
    return `${name}-${randomInt(100_000).toString().padStart(5, '0')}`;
  }
}

function toUpdate(account: UserEntity) {
  const { email, profilePictureUrl, role, oauth2Issuer, oauth2ClientId, oauth2UserId } = account;
  return {
    email,
    profilePictureUrl,
    role,
    oauth2Issuer,
    oauth2ClientId,
    oauth2UserId,
    updatedAt: () => 'now()',
  };
}
