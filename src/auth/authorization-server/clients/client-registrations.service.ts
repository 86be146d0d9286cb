import { Inject, Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { ForbiddenError, TooManyRequestsError } from '../../../kernel/errors/errors.js';
import { currentRequest } from '../../../kernel/http/request-context.js';
import { randomDigits } from '../../../kernel/security/random-digits.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { RateLimitsService, toAddressBlock } from '../../limits/rate-limits.service.js';
import { assertServerOn } from '../server-on.js';
import { type ClientMetadata, readClientMetadata } from './client-metadata.js';
import { ClientsQueries } from './clients.queries.js';

const ID_PREFIX = 'px_dcr_';

/** Applications that one address may register in a day without anybody using them. */
const MAX_UNUSED_PER_DAY = 50;
const HOUR_SECONDS = 3600;

/** Lets applications register themselves (RFC 7591). */
@Injectable()
export class ClientRegistrationsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly queries: ClientsQueries,
    private readonly limits: RateLimitsService,
  ) {}

  /**
   * Registers an application. Nobody vouches for it, so users are warned before they approve it.
   * @throws OAuth2Error if its metadata is not acceptable; NotFoundError or ForbiddenError if none may
   * register; TooManyRequestsError if too many came from this address.
   */
  async register(body: unknown): Promise<ClientMetadata & { clientId: string }> {
    assertServerOn(this.env);
    const { authorizationServer } = this.env;
    if (authorizationServer.registration === 'disabled') {
      throw new ForbiddenError('Applications cannot register themselves with this server.');
    }
    const metadata = readClientMetadata(body, authorizationServer);
    const address = currentRequest()?.address ?? null;
    await this.limits.consume('oauth2-register', address);
    const clientId = ID_PREFIX + randomDigits(16);
    const registeredFrom = address && toAddressBlock(address);
    await this.database.inTransaction(async (tx) => {
      const unused = await this.queries.countUnused(registeredFrom, tx);
      if (unused >= MAX_UNUSED_PER_DAY) {
        throw new TooManyRequestsError(
          'Too many applications from this address wait for approval.',
          HOUR_SECONDS,
        );
      }
      await this.queries.insert({ clientId, registeredFrom, ...metadata }, tx);
    });
    return { clientId, ...metadata };
  }
}
