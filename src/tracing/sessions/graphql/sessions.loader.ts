import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type ProjectSession, toProjectSession } from './project-session.type.js';
import { SessionsQueries } from '../sessions.queries.js';

/** Sessions by the id that the application sent. */
@Injectable()
export class SessionsLoader implements BatchLoader<string, ProjectSession | null> {
  constructor(private readonly sessions: SessionsQueries) {}

  async batch(sessionIds: readonly string[]): Promise<(ProjectSession | null)[]> {
    const rows = await this.sessions.findBySessionIds(sessionIds);
    return inOrderOf(sessionIds, rows.map(toProjectSession), (session) => session.sessionId);
  }
}
