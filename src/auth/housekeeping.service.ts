import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
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
export class HousekeepingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('housekeeping');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly sessions: LoginSessionsService,
    private readonly tickets: SignInTicketsService,
    private readonly challenges: PasskeyChallengesService,
    private readonly attempts: LoginAttemptQueries,
    private readonly codes: AuthorizationCodesService,
    private readonly grants: GrantsService,
    private readonly clients: ClientsService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.sweep();
    }, INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Never throws: the next sweep deletes what this one missed. */
  async sweep(): Promise<void> {
    try {
      await this.sessions.deleteExpired(ROWS_AT_A_TIME);
      await this.tickets.deleteExpired(ROWS_AT_A_TIME);
      await this.challenges.deleteExpired(ROWS_AT_A_TIME);
      await this.attempts.deleteForgotten(ROWS_AT_A_TIME);
      await this.codes.deleteExpired(ROWS_AT_A_TIME);
      await this.grants.deleteEnded(ROWS_AT_A_TIME);
      await this.clients.deleteUnused(ROWS_AT_A_TIME);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'expired sessions could not be deleted; the next sweep tries again',
      );
    }
  }
}
