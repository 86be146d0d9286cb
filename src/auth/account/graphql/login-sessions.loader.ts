import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../common/graphql/loaders.js';
import { type LoginSession, toLoginSession } from './login-session.type.js';
import { LoginSessionsService } from '../../sessions/login-sessions.service.js';

/** The live sessions of a user, newest first, by the row id of the user. */
@Injectable()
export class LoginSessionsLoader implements BatchLoader<number, LoginSession[]> {
  constructor(private readonly sessions: LoginSessionsService) {}

  async batch(userIds: readonly number[]): Promise<LoginSession[][]> {
    const rows = await this.sessions.listOf(userIds);
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    return userIds.map((id) => (byUser.get(id) ?? []).map(toLoginSession));
  }
}
