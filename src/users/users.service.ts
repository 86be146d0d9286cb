import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, In, IsNull, Repository } from 'typeorm';
import type { Identity } from '../kernel/access/access.js';
import { UnauthenticatedError } from '../kernel/errors/errors.js';
import { parseCursor } from '../kernel/ids/global-id.js';
import { isStorable } from '../kernel/validation/storable.js';
import { isReservedName } from './built-in-users.contract.js';
import { UserEntity } from './user.entity.js';
import { type PeopleFilter, type Slice, UsersQueries } from './users.queries.js';

export { USER_TYPE } from './user.entity.js';

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_PAGE = 1000;

/** Finds users, including the system user. */
@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly queries: UsersQueries,
  ) {}

  findById(id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /**
   * Finds the user behind a credential; null while authentication is off.
   * @throws UnauthenticatedError if the user has been deleted.
   */
  async findCaller({ userId }: Identity): Promise<UserEntity | null> {
    if (userId === null) return null;
    const user = await this.findById(userId);
    if (!user) throw new UnauthenticatedError('Invalid token');
    return user;
  }

  /** Keeps others from changing a user until the transaction ends. Skips unknown ones. */
  lock(id: number | null, tx: EntityManager): Promise<void> {
    return this.queries.lock(id, tx);
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<UserEntity[]> {
    return this.users.findBy({ id: In([...ids]) });
  }

  /**
   * Gets the oldest system user, which owns the system keys and represents requests with the admin
   * secret.
   */
  async getSystemUser(tx: EntityManager = this.users.manager): Promise<UserEntity> {
    const where = { role: 'SYSTEM' } as const;
    const user = await tx.findOne(UserEntity, { where, order: { id: 'ASC' } });
    if (!user) throw new Error('There is no system user.');
    return user;
  }

  /** Ignores case and surrounding white space. */
  async findByEmail(email: string): Promise<UserEntity | null> {
    return isStorable(email) ? this.users.findOneBy({ email: normalEmail(email) }) : null;
  }

  /**
   * Returns whether a new account may have the name, because it is neither taken nor reserved for a
   * built-in account.
   */
  async isNameFree(username: string, tx: EntityManager): Promise<boolean> {
    return !isReservedName(username) && !(await tx.existsBy(UserEntity, { username }));
  }

  /**
   * Lists a page of all users, newest first, and the user who begins the next page.
   * @throws UnprocessableError if the cursor is not a global ID.
   */
  async listPage(cursor: string | undefined, limit = 100) {
    const size = Math.min(limit, MAX_PAGE);
    const rows = await this.queries.listPage(parseCursor(cursor), size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** Lists people, without the system user, by position. */
  async listSlice(filter: PeopleFilter | null, slice: Slice): Promise<UserEntity[]> {
    return filter && !isStorable(filter.part) ? [] : this.queries.listSlice(filter, slice);
  }

  async count(filter: PeopleFilter | null): Promise<number> {
    return filter && !isStorable(filter.part) ? 0 : this.queries.count(filter);
  }

  /** Lists the active administrators, by row ID. */
  listAdministrators(): Promise<UserEntity[]> {
    return this.users.find({
      where: { role: 'ADMIN', deactivatedAt: IsNull() },
      order: { id: 'ASC' },
    });
  }

  /**
   * Replaces the outdated hash of a password that has just been verified, in the database and in
   * `user`. Does nothing if the password has since changed.
   */
  async rehash(user: UserEntity, passwordHash: string): Promise<void> {
    const { id, passwordHash: previous } = user;
    if (previous === null) return;
    const { affected } = await this.users.update({ id, passwordHash: previous }, { passwordHash });
    if (affected === 1) user.passwordHash = passwordHash;
  }
}

/** Returns an address in its stored form. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
