import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** Part of a name or address, ignoring case. */
export interface PeopleFilter {
  column: 'username' | 'email';
  part: string;
}

/** Part of a list: at most `limit` rows after the first `offset`. */
export interface Slice {
  offset: number;
  limit: number;
}

/** SQL of the lists of users, and of their locks. */
@Injectable()
export class UsersQueries {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  /** Lists all users, newest first, beginning with the row `cursorId` if given. */
  listPage(cursorId: number | null, limit: number): Promise<UserEntity[]> {
    const query = this.users.createQueryBuilder('u').orderBy('u.id', 'DESC').limit(limit);
    if (cursorId !== null) query.where('u.id <= :cursorId', { cursorId });
    return query.getMany();
  }

  /** Lists people, without the system user, ordered by creation. */
  listSlice(filter: PeopleFilter | null, { offset, limit }: Slice): Promise<UserEntity[]> {
    return this.people(filter).orderBy('u.id').offset(offset).limit(limit).getMany();
  }

  count(filter: PeopleFilter | null): Promise<number> {
    return this.people(filter).getCount();
  }

  async lock(id: number | null, tx: EntityManager): Promise<void> {
    await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
  }

  private people(filter: PeopleFilter | null): SelectQueryBuilder<UserEntity> {
    const query = this.users.createQueryBuilder('u').where("u.role <> 'SYSTEM'");
    if (filter?.part) {
      // Not LIKE, in which % and _ are wildcards.
      query.andWhere(`strpos(lower(u.${filter.column}), lower(:part)) > 0`, { part: filter.part });
    }
    return query;
  }
}
