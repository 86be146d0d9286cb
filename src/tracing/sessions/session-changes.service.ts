import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { removeSessions } from './session-changes.queries.js';
import { SessionsService } from './sessions.service.js';

/** Sessions whose traces are deleted in one transaction. */
const BATCH = 100;

/** Deletes sessions. */
@Injectable()
export class SessionChangesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Deletes one session with its traces and spans, whatever project they are in.
   * @throws NotFoundError for an unknown session, and for one of another project than named.
   */
  async delete(identifier: string, projectIdentifier?: string): Promise<void> {
    const { session } = await this.sessions.get(identifier, projectIdentifier);
    await this.remove([session.sessionId]);
  }

  /**
   * Deletes sessions; unknown ones are passed over.
   * @throws UnprocessableError for an empty list and for a mixture of global and session ids.
   */
  async deleteAll(identifiers: readonly string[]): Promise<void> {
    const sessions = await this.sessions.findAll(identifiers);
    const sessionIds = sessions.map((session) => session.sessionId);
    for (let from = 0; from < sessionIds.length; from += BATCH) {
      await this.remove(sessionIds.slice(from, from + BATCH));
    }
  }

  private remove(sessionIds: readonly string[]): Promise<void> {
    return inRetriedTransaction(this.dataSource, (tx) => removeSessions(tx, sessionIds));
  }
}
