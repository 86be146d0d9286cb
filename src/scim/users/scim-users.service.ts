import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { isUniqueViolation } from '../../kernel/errors/database-errors.js';
import { ConflictError, NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { UserActivationService } from '../../administration/users/user-activation.service.js';
import { parseEmail } from '../../users/user-fields.contract.js';
import { UserNamesService } from '../../users/user-names.service.js';
import { UserChangesService } from '../../administration/users/user-changes.service.js';
import {
  AUTH_METHOD_NAMES,
  AUTH_METHODS,
  type AuthMethodName,
} from '../../users/auth-methods.contract.js';
import { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { UsersService } from '../../users/users.service.js';
import type { ListQuery, ScimPage } from '../protocol/lists.js';
import { ScimError } from '../protocol/scim-error.js';
import { type MembershipRow, type ScimUserRow, ScimUsersQueries } from './scim-users.queries.js';
import type { UserFields } from './user-fields.js';

export type { ScimUserRow } from './scim-users.queries.js';

/** The role of those to whom the service assigns none. */
const LOWEST_ROLE = 'VIEWER';

const TAKEN = 'A user with this userName or email address already exists.';

/** Users, as a provisioning service creates, changes and deletes them. IDs are row IDs. */
@Injectable()
export class ScimUsersService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly queries: ScimUsersQueries,
    private readonly users: UsersService,
    private readonly changes: UserChangesService,
    private readonly activation: UserActivationService,
    private readonly names: UserNamesService,
    private readonly notices: UserNoticesService,
  ) {}

  /** @throws ScimError `invalidFilter` */
  listPage(query: ListQuery): Promise<ScimPage<ScimUserRow>> {
    return this.queries.listPage(query);
  }

  /** Lists the provisioned groups of some users. */
  listGroups(userIds: readonly number[]): Promise<MembershipRow[]> {
    return this.queries.listGroups(userIds);
  }

  /** @throws NotFoundError */
  async get(id: number | null, tx?: EntityManager): Promise<ScimUserRow> {
    const user = id === null ? null : await this.queries.find(id, tx);
    if (!user) throw new NotFoundError('User not found.');
    return user;
  }

  /**
   * Creates an account, which the user opens by signing in at the provider or with the directory
   * under its address.
   * @throws ScimError `uniqueness` if the name or the address is taken, `invalidValue`
   */
  async create(fields: UserFields, actor: Identity): Promise<ScimUserRow> {
    const email = this.readEmail(fields);
    const { userName } = fields;
    const manager = this.database.manager;
    if (await this.queries.isTaken({ userName, email, exceptId: null }, manager)) {
      throw new ScimError('uniqueness', TAKEN);
    }
    const username = await this.chooseUsername(fields, manager);
    const also = async (user: UserEntity, tx: EntityManager): Promise<void> => {
      await this.queries.save(user.id, fields, tx);
      if (!fields.active) await this.activation.deactivate(user, actor, tx);
    };
    const role = fields.role ?? LOWEST_ROLE;
    const account = { username, email, role, authMethod: this.authMethod };
    const { id } = await this.changes
      .create(account, { sendWelcomeEmail: false, also }, actor)
      .catch(rethrowScim);
    return this.get(id);
  }

  /**
   * Changes a user, whose ID stays.
   * @param change returns the new fields, which are decided while nobody else changes the user.
   * @throws NotFoundError, ScimError `uniqueness` and `invalidValue`, ConflictError for the last
   * administrator
   */
  async update(
    id: number | null,
    change: (current: ScimUserRow) => UserFields,
    actor: Identity,
  ): Promise<ScimUserRow> {
    const { before, after } = await this.database
      .inTransaction(async (tx) => {
        await this.users.lock(id, tx);
        const current = await this.get(id, tx);
        const user = await tx.findOneByOrFail(UserEntity, { id: current.id });
        await this.write(user, current, change(current), actor, tx);
        const written = await tx.findOneByOrFail(UserEntity, { id: current.id });
        return { before: user, after: written };
      })
      .catch(rethrowScim);
    await this.notices.sendChanges(before, after);
    return this.get(after.id);
  }

  /** @throws NotFoundError, ConflictError for the last administrator */
  async delete(id: number | null, actor: Identity): Promise<void> {
    const user = await this.get(id);
    await this.changes.delete(user.id, actor);
  }

  private async write(
    user: UserEntity,
    current: ScimUserRow,
    fields: UserFields,
    actor: Identity,
    tx: EntityManager,
  ): Promise<void> {
    const { userName, displayName } = fields;
    const email = this.readEmail(fields);
    if (await this.queries.isTaken({ userName, email, exceptId: user.id }, tx)) {
      throw new ScimError('uniqueness', TAKEN);
    }
    if (email !== user.email) await this.names.changeEmail(user, email, actor, tx);
    await this.changes.changeRole(user, fields.role ?? LOWEST_ROLE, actor, tx);
    if (displayName !== null && displayName !== current.displayName) {
      const username = await this.chooseUsername(fields, tx, user.username);
      await this.names.rename(user, username, actor, tx);
    }
    const setActive = fields.active ? 'activate' : 'deactivate';
    await this.activation[setActive](user, actor, tx);
    await this.queries.save(user.id, fields, tx);
  }

  /** Names of people are not unique, but names of users are. */
  private async chooseUsername(
    { displayName, userName }: UserFields,
    tx: EntityManager,
    current?: string,
  ): Promise<string> {
    const wanted = displayName ?? userName;
    for (const name of [wanted, userName]) {
      if (name === current || (await this.users.isNameFree(name, tx))) return name;
    }
    return `${wanted}-${randomInt(100_000).toString().padStart(5, '0')}`;
  }

  /** @throws ScimError `invalidValue` if neither `emails` nor the user name has a valid address. */
  private readEmail({ email, userName }: UserFields): string {
    try {
      return parseEmail(email ?? userName);
    } catch {
      throw new ScimError(
        'invalidValue',
        'The user needs a valid email address in emails, or as userName.',
      );
    }
  }

  /** Returns where the users of this server sign in, if there is a choice at the provider. */
  private get authMethod(): AuthMethodName {
    const isElsewhere = (name: AuthMethodName): boolean =>
      !AUTH_METHODS[name].hasPassword && AUTH_METHODS[name].isConfigured(this.env);
    return AUTH_METHOD_NAMES.find(isElsewhere) ?? 'LOCAL';
  }
}

function rethrowScim(error: unknown): never {
  if (error instanceof UnprocessableError) throw new ScimError('invalidValue', error.message);
  const isTaken = error instanceof ConflictError && error.message.endsWith('already exists.');
  throw isTaken || isUniqueViolation(error) ? new ScimError('uniqueness', TAKEN) : error;
}
