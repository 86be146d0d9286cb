import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '../database/background-loops.js';
import { AuthorizationCodesService } from './authorization-server/authorization/authorization-codes.service.js';
import { ClientsService } from './authorization-server/clients/clients.service.js';
import { GrantsService } from './authorization-server/grants/grants.service.js';
import { LoginAttemptQueries } from './lock/login-attempts.queries.js';
import { PasskeyChallengesService } from './second-factor/passkeys/passkey-challenges.service.js';
import { SignInTicketsService } from './second-factor/tickets/sign-in-tickets.service.js';
import { LoginSessionsService } from './sessions/login-sessions.service.js';

const INTERVAL_MS = 60_000;
const ROWS_AT_A_TIME = 1_000;

/** Deletes expired sessions, tokens and counters, and unused applications. Every server may do it. */
@Injectable()
export class HousekeepingService {
  constructor(
    loops: BackgroundLoops,
    private readonly sessions: LoginSessionsService,
    private readonly tickets: SignInTicketsService,
    private readonly challenges: PasskeyChallengesService,
    private readonly attempts: LoginAttemptQueries,
    private readonly codes: AuthorizationCodesService,
    private readonly grants: GrantsService,
    private readonly clients: ClientsService,
  ) {
    loops.addTimer({
      name: 'housekeeping',
      description:
        'deletes expired sessions, tokens and counters of sign-ins, and unused applications',
      everyMs: INTERVAL_MS,
      run: () => this.sweep(),
    });
  }

  /** Deletes some of each. The next sweep deletes what this one missed. */
  async sweep(): Promise<void> {
    await this.sessions.deleteExpired(ROWS_AT_A_TIME);
    await this.tickets.deleteExpired(ROWS_AT_A_TIME);
    await this.challenges.deleteExpired(ROWS_AT_A_TIME);
    await this.attempts.deleteForgotten(ROWS_AT_A_TIME);
    await this.codes.deleteExpired(ROWS_AT_A_TIME);
    await this.grants.deleteEnded(ROWS_AT_A_TIME);
    await this.clients.deleteUnused(ROWS_AT_A_TIME);
  }
}
