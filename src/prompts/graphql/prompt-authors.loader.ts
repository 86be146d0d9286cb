import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../common/graphql/loaders.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';

/** Who made or changed something, by row id; null when they are gone. */
@Injectable()
export class PromptAuthorsLoader implements BatchLoader<number, User | null> {
  constructor(private readonly users: UsersService) {}

  async batch(ids: readonly number[]): Promise<(User | null)[]> {
    const rows = await this.users.findByIds(ids);
    return inOrderOf(ids, rows.map(toUser), ({ rowId }) => rowId);
  }
}
