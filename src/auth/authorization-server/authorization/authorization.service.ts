import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../../../audit/audit.service.js';
import { assertAccountIsReady, type Identity } from '../../../kernel/access/access.js';
import { BadRequestError, ForbiddenError } from '../../../kernel/errors/errors.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { ClientsService } from '../clients/clients.service.js';
import type { OAuth2ClientEntity } from '../clients/oauth2-client.entity.js';
import { addToRedirect, findRedirectKind, matchesRedirect } from '../clients/redirect-uris.js';
import { OAuth2Error } from '../oauth2-error.js';
import { AuthorizationCodesService } from './authorization-codes.service.js';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  readSingle,
  type SentParameters,
} from './authorization-request.js';

/** An application, and where to send the user's browser back to. */
interface Asker {
  client: OAuth2ClientEntity;
  redirectUri: string;
}

/** Asks users whether an application may act for them. */
@Injectable()
export class AuthorizationService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly clients: ClientsService,
    private readonly codes: AuthorizationCodesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Finds an application that may send users back to this address; null if there is none. Nobody may
   * be sent to any other address.
   */
  async findAsker(clientId: string, redirectUri: string): Promise<OAuth2ClientEntity | null> {
    const client = await this.clients.findByClientId(clientId);
    const isRegistered = client?.redirectUris.some((uri) => matchesRedirect(uri, redirectUri));
    const isAllowed = findRedirectKind(redirectUri, this.env.authorizationServer) !== null;
    return isRegistered && isAllowed ? client : null;
  }

  /**
   * Checks a request before the user is asked.
   * @param origin public URL of this server.
   * @returns the application, or the URL that tells it what is wrong.
   * @throws BadRequestError if it cannot be told: it is not known, or has registered itself. Anybody can do that,
   * and would otherwise lead users from this server to any address without asking them (RFC 9700, 4.11.2).
   */
  async check(
    parameters: SentParameters,
    origin: string,
  ): Promise<{ client: OAuth2ClientEntity } | { redirectTo: string }> {
    const asker = await this.getAsker(parameters);
    const request = read(parameters, origin);
    if (!(request instanceof OAuth2Error)) return { client: asker.client };
    if (asker.client.isFirstParty) return { redirectTo: refuse(asker, parameters, request) };
    throw new BadRequestError(`What the application sent is not valid. ${request.message}`);
  }

  /**
   * Records the user's decision.
   * @param isApproved true or false.
   * @returns the URL that tells the application, with a code if the user approved.
   * @throws BadRequestError as above; ForbiddenError if the user must change the password or add a second
   * factor first; UnauthenticatedError if the session has just ended.
   */
  async decide(
    parameters: SentParameters,
    isApproved: unknown,
    origin: string,
    caller: Identity,
  ): Promise<string> {
    if (caller.userId === null) throw new ForbiddenError('Sign in to decide.');
    assertAccountIsReady(caller);
    const asker = await this.getAsker(parameters);
    if (typeof isApproved !== 'boolean') {
      throw new BadRequestError('approved must be true or false.');
    }
    const request = read(parameters, origin);
    if (request instanceof OAuth2Error) return refuse(asker, parameters, request);
    if (!isApproved) {
      await this.recordDecision(asker, isApproved, caller);
      const denial = new OAuth2Error('access_denied', 'The user did not approve.');
      return refuse(asker, parameters, denial);
    }
    const code = await this.codes.issue({
      userId: caller.userId,
      sessionId: caller.sessionId,
      clientId: asker.client.id,
      redirectUri: asker.redirectUri,
      codeChallenge: request.codeChallenge,
      audience: request.resource,
    });
    await this.recordDecision(asker, isApproved, caller);
    return addToRedirect(asker.redirectUri, { code, ...stateOf(parameters) });
  }

  private async getAsker(parameters: SentParameters): Promise<Asker> {
    const clientId = readSingle(parameters, 'client_id');
    const redirectUri = readSingle(parameters, 'redirect_uri');
    const client =
      clientId === null || redirectUri === null
        ? null
        : await this.findAsker(clientId, redirectUri);
    if (client && redirectUri !== null) return { client, redirectUri };
    throw new BadRequestError(
      'The application is not registered here, or not with this redirect_uri.',
    );
  }

  private recordDecision(
    { client, redirectUri }: Asker,
    isApproved: boolean,
    actor: Identity,
  ): Promise<void> {
    return this.audit.record({
      action: isApproved ? 'application.approved' : 'application.denied',
      actor,
      subject: { type: 'OAuth2Client', id: client.clientId, name: client.name },
      details: { redirectUri },
    });
  }
}

/** Returns the error instead of throwing it, because the application gets it with a redirect. */
function read(parameters: SentParameters, origin: string): AuthorizationRequest | OAuth2Error {
  try {
    return readAuthorizationRequest(parameters, origin);
  } catch (error) {
    if (error instanceof OAuth2Error) return error;
    throw error;
  }
}

function refuse({ redirectUri }: Asker, parameters: SentParameters, error: OAuth2Error): string {
  const { error: code, message } = error;
  return addToRedirect(redirectUri, {
    error: code,
    error_description: message,
    ...stateOf(parameters),
  });
}

function stateOf(parameters: SentParameters): { state?: string } {
  const state = readSingle(parameters, 'state');
  return state === null ? {} : { state };
}
