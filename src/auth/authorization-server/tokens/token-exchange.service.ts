import { Inject, Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { currentRequest } from '../../../kernel/http/request-context.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { AuthorizationCodesService } from '../authorization/authorization-codes.service.js';
import { GrantTokensService, type IssuedGrantTokens } from '../grants/grant-tokens.service.js';
import { OAuth2Error } from '../oauth2-error.js';
import { readResource } from '../resources.js';
import { assertServerOn } from '../server-on.js';

/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** The characters and length of codes, tokens, identifiers and addresses. */
const PLAIN = /^[!-~]{1,2048}$/;

const CODE_NOT_VALID =
  'The code is not valid with this client_id, redirect_uri and code_verifier, or has been used.';

/** Exchanges codes and refresh tokens for tokens (RFC 6749, 4.1.3 and 6). */
@Injectable()
export class TokenExchangeService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly codes: AuthorizationCodesService,
    private readonly tokens: GrantTokensService,
    private readonly limits: RateLimitsService,
  ) {}

  /**
   * @param origin public URL of this server.
   * @throws OAuth2Error if the application gets no tokens; NotFoundError, TooManyRequestsError.
   */
  async exchange(parameters: URLSearchParams, origin: string): Promise<IssuedGrantTokens> {
    await this.admit();
    const [grantType, ...others] = parameters.getAll('grant_type');
    if (others.length === 0 && grantType === 'authorization_code') {
      return this.redeem(parameters, origin);
    }
    if (others.length === 0 && grantType === 'refresh_token') {
      return this.refresh(parameters, origin);
    }
    throw new OAuth2Error(
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token, sent as ' +
        'application/x-www-form-urlencoded.',
    );
  }

  /** Ends the grant of a token (RFC 7009). Texts that are no token are ignored. */
  async revoke(parameters: URLSearchParams): Promise<void> {
    await this.admit();
    const token = parameters.get('token');
    if (token) await this.tokens.revoke(token);
  }

  private async admit(): Promise<void> {
    assertServerOn(this.env);
    await this.limits.consume('oauth2-token', currentRequest()?.address);
  }

  private async redeem(parameters: URLSearchParams, origin: string): Promise<IssuedGrantTokens> {
    const code = readPlain(parameters, 'code');
    const clientId = readPlain(parameters, 'client_id');
    const redirectUri = readPlain(parameters, 'redirect_uri');
    const verifier = readPlain(parameters, 'code_verifier');
    const resource = readResource(parameters.getAll('resource').filter(isGiven), origin);
    if (!VERIFIER.test(verifier)) {
      throw new OAuth2Error(
        'invalid_grant',
        'code_verifier must have 43 to 128 letters, digits and -._~ (RFC 7636).',
      );
    }
    const issued = await this.database.inTransaction(async (tx) => {
      const grant = await this.codes.redeem({ code, clientId, redirectUri, verifier }, tx);
      if (!grant) return null;
      // An error keeps the code, because the transaction is rolled back.
      const { id, ...tokens } = await this.tokens.open(grant, resource, tx);
      await this.codes.markUsed(code, id, tx);
      return tokens;
    });
    if (issued) return issued;
    // One of the two senders must have stolen the code, so what it gave ends (RFC 6749, 4.1.2; RFC 9700, 2.1.1).
    const used = await this.codes.findUsed(code);
    if (used) await this.tokens.endReused(used, clientId);
    throw new OAuth2Error('invalid_grant', CODE_NOT_VALID);
  }

  private refresh(parameters: URLSearchParams, origin: string): Promise<IssuedGrantTokens> {
    const refreshToken = readPlain(parameters, 'refresh_token');
    const clientId = readPlain(parameters, 'client_id');
    const resource = readResource(parameters.getAll('resource').filter(isGiven), origin);
    return this.tokens.rotate(refreshToken, clientId, resource);
  }
}

/** @throws OAuth2Error unless the parameter is given exactly once. */
function readPlain(parameters: URLSearchParams, name: string): string {
  const [value = '', ...others] = parameters.getAll(name);
  if (others.length === 0 && PLAIN.test(value)) return value;
  throw new OAuth2Error('invalid_grant', `${name} must be given once.`);
}

/** Empty parameters count as absent (RFC 6749, 3.1). */
function isGiven(value: string): boolean {
  return value !== '';
}
