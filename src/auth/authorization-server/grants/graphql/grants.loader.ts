import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../../kernel/graphql/loaders.js';
import { GrantsService } from '../grants.service.js';
import { type OAuth2Grant, toOAuth2Grant } from './oauth2-grant.type.js';

/** The grants of users, newest first, by the row ID of the user. */
@Injectable()
export class GrantsOfUserLoader implements BatchLoader<number, OAuth2Grant[]> {
  constructor(private readonly grants: GrantsService) {}

  async batch(userIds: readonly number[]): Promise<OAuth2Grant[][]> {
    const rows = await this.grants.listByUsers(userIds);
    const byUser = Map.groupBy(rows.map(toOAuth2Grant), ({ userId }) => userId);
    return userIds.map((id) => byUser.get(id) ?? []);
  }
}

/** Counts of the grants of users, by the row ID of the user. */
@Injectable()
export class GrantCountLoader implements BatchLoader<number, number> {
  constructor(private readonly grants: GrantsService) {}

  async batch(userIds: readonly number[]): Promise<number[]> {
    const counts = await this.grants.countByUsers(userIds);
    const byUser = new Map(counts.map(({ userId, count }) => [userId, count]));
    return userIds.map((id) => byUser.get(id) ?? 0);
  }
}
