import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../common/graphql/loaders.js';
import { type LoginSession, toLoginSession } from './login-session.model.js';
import { LoginSessionsService } from './login-sessions.service.js';

/** The sessions that are alive, newest first, by the row id of their user. */
@Injectable()
export class LoginSessionsLoader implements BatchLoader<number, LoginSession[]> {
  constructor(private readonly sessions: LoginSessionsService) {}

  async batch(userIds: readonly number[]): Promise<LoginSession[][]> {
    const rows = await this.sessions.listOf(userIds);
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    return userIds.map((id) => (byUser.get(id) ?? []).map(toLoginSession));
  }
}
