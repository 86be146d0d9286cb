import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import type { CredentialHeaders, Identity } from '../../kernel/access/access.js';
import { GrantTokensService } from '../authorization-server/grants/grant-tokens.service.js';
import { readBearerToken, toIdentity } from './credentials.js';

/** Authenticates by the access token of an application, as the user who approved it. */
@Injectable()
export class GrantStrategy extends PassportStrategy(Strategy, 'oauth2-grant') {
  constructor(private readonly tokens: GrantTokensService) {
    super();
  }

  /**
   * Null for a token that does not look like one of an application.
   * @throws UnauthenticatedError for a token that is not valid or has expired.
   */
  async validate({ headers }: { headers: CredentialHeaders }): Promise<Identity | null> {
    const token = readBearerToken(headers);
    if (token === null || !this.tokens.isAccessToken(token)) return null;
    const { user, ...grant } = await this.tokens.getByAccessToken(token);
    return toIdentity(user, { credential: 'oauth2-grant', ...grant });
  }
}
