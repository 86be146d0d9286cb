import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../kernel/graphql/loaders.js';
import { toUserApiKey, type UserApiKey } from './api-key.type.js';
import { ApiKeysService } from '../api-keys.service.js';

/** The personal keys of users, newest first, by the row ID of the user. */
@Injectable()
export class KeysOfUserLoader implements BatchLoader<number, UserApiKey[]> {
  constructor(private readonly keys: ApiKeysService) {}

  async batch(userIds: readonly number[]): Promise<UserApiKey[][]> {
    const rows = await this.keys.listByOwners(userIds);
    const byUser = Map.groupBy(rows.map(toUserApiKey), ({ ownerId }) => ownerId);
    return userIds.map((id) => byUser.get(id) ?? []);
  }
}

/** Counts of the personal keys of users, by the row ID of the user. */
@Injectable()
export class KeyCountLoader implements BatchLoader<number, number> {
  constructor(private readonly keys: ApiKeysService) {}

  async batch(userIds: readonly number[]): Promise<number[]> {
    const counts = await this.keys.countByOwners(userIds);
    const byUser = new Map(counts.map(({ userId, count }) => [userId, count]));
    return userIds.map((id) => byUser.get(id) ?? 0);
  }
}
