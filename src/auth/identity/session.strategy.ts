import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { CredentialHeaders, Identity } from '../../kernel/access/access.js';
import { LoginSessionsService } from '../sessions/login-sessions.service.js';
import { SessionTokensService, TOKEN_RULES } from '../sessions/session-tokens.service.js';
import { readToken, toIdentity } from './credentials.js';

/**
 * Authenticates by the access token of a session. `passport-jwt` checks signature, issuer, audience
 * and expiry. The row that the token names determines whether it is still valid (docs/adr/0012).
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly tokens: SessionTokensService,
    private readonly sessions: LoginSessionsService,
  ) {
    super({
      ...TOKEN_RULES,
      jwtFromRequest: ({ headers }: { headers: CredentialHeaders }) => readToken(headers),
      secretOrKeyProvider: (
        _request: unknown,
        token: string,
        done: (error: unknown, key?: never) => void,
      ) => {
        try {
          // The types of passport-jwt do not include key objects.
          done(null, tokens.getKey(token) as never);
        } catch (error) {
          done(error);
        }
      },
    });
  }

  /** @throws UnauthenticatedError if the token is of another kind or its session has ended. */
  async validate(payload: unknown): Promise<Identity> {
    const claims = this.tokens.readClaims('AccessToken', payload);
    const row = await this.sessions.getByAccessToken(claims);
    const { sessionId, mustChangePassword, mustAddSecondFactor } = row;
    return toIdentity(
      { id: row.userId, username: row.username, role: row.role },
      { credential: 'session', sessionId, mustChangePassword, mustAddSecondFactor },
    );
  }
}
