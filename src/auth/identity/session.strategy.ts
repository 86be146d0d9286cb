import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import type { CredentialHeaders, Identity } from '../../kernel/access/access.js';
import { LoginSessionsService } from '../sessions/login-sessions.service.js';
import { SessionTokensService } from '../sessions/session-tokens.service.js';
import { readToken, toIdentity } from './credentials.js';

/**
 * Authenticates by the access token of a session. The row that the token names determines whether it is
 * still valid (docs/adr/0012).
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    private readonly tokens: SessionTokensService,
    private readonly sessions: LoginSessionsService,
  ) {
    super();
  }

  /**
   * Null without a token.
   * @throws UnauthenticatedError for a token that is not valid or whose session has ended;
   * ExpiredTokenError if either has expired.
   */
  async validate({ headers }: { headers: CredentialHeaders }): Promise<Identity | null> {
    const token = readToken(headers);
    if (token === null) return null;
    const claims = this.tokens.verify('AccessToken', token);
    const row = await this.sessions.getByAccessToken(claims);
    const { sessionId, mustChangePassword, mustAddSecondFactor } = row;
    return toIdentity(
      { id: row.userId, username: row.username, role: row.role },
      { credential: 'session', sessionId, mustChangePassword, mustAddSecondFactor },
    );
  }
}
