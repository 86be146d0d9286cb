import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, In, Repository } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { UnauthenticatedError } from '../common/errors/errors.js';
import { parseCursor } from '../common/ids/global-id.js';
import { isStorable } from '../common/validation/storable.js';
import { isReservedName } from './built-in-users.js';
import { UserEntity } from './user.entity.js';
import { type PeopleFilter, type Slice, UsersQueries } from './users.queries.js';

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_PAGE = 1000;

/** Finds the people who may sign in, and the system user. */
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
   * The user behind a credential; null while authentication is off.
   * @throws UnauthenticatedError when the user is gone.
   */
  async findCaller({ userId }: Identity): Promise<UserEntity | null> {
    if (userId === null) return null;
    const user = await this.findById(userId);
    if (!user) throw new UnauthenticatedError('Invalid token');
    return user;
  }

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<UserEntity[]> {
    return this.users.findBy({ id: In([...ids]) });
  }

  /** The oldest system user, who stands behind the admin secret and owns the system keys. */
  async systemUser(tx: EntityManager = this.users.manager): Promise<UserEntity> {
    const where = { role: 'SYSTEM' } as const;
    const user = await tx.findOne(UserEntity, { where, order: { id: 'ASC' } });
    if (!user) throw new Error('There is no system user.');
    return user;
  }

  /** The address is compared without case and without blanks at the ends. */
  async findByEmail(email: string): Promise<UserEntity | null> {
    return isStorable(email) ? this.users.findOneBy({ email: normalEmail(email) }) : null;
  }

  /** Whether an account that is made now may have the name: no other has it, built-in ones included. */
  async isNameFree(username: string, tx: EntityManager): Promise<boolean> {
    return !isReservedName(username) && !(await tx.existsBy(UserEntity, { username }));
  }

  /**
   * All, newest first: `limit` users and, when another page follows, the one that opens it.
   * @throws UnprocessableError for a cursor that is no global id.
   */
  async page(cursor: string | undefined, limit = 100) {
    const size = Math.min(limit, MAX_PAGE);
    const rows = await this.queries.page(parseCursor(cursor), size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** A part of the list of people by position; the system user is not in it. */
  async slice(filter: PeopleFilter | null, slice: Slice): Promise<UserEntity[]> {
    return filter && !isStorable(filter.part) ? [] : this.queries.slice(filter, slice);
  }

  async count(filter: PeopleFilter | null): Promise<number> {
    return filter && !isStorable(filter.part) ? 0 : this.queries.count(filter);
  }

  /**
   * Keeps the hash of a password that has just been proved, in its newest form; `user` then has it,
   * too. Not if the password has changed since.
   */
  async rehash(user: UserEntity, passwordHash: string): Promise<void> {
    const { id, passwordHash: previous } = user;
    if (previous === null) return;
    const { affected } = await this.users.update({ id, passwordHash: previous }, { passwordHash });
    if (affected === 1) user.passwordHash = passwordHash;
  }
}

/** The form in which addresses are kept. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
