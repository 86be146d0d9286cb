import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../common/graphql/loaders.js';
import { toUser, type User } from './user.type.js';
import { UsersService } from '../users.service.js';

/** Users by row id. */
@Injectable()
export class UsersLoader implements BatchLoader<number, User | null> {
  constructor(private readonly users: UsersService) {}

  async batch(ids: readonly number[]): Promise<(User | null)[]> {
    const rows = await this.users.findByIds(ids);
    return inOrderOf(ids, rows.map(toUser), (user) => user.rowId);
  }
}
