import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import { ApiKeyAuthenticationService } from '../../apikeys/api-key-authentication.service.js';
import type { CredentialHeaders, Identity } from '../../kernel/access/access.js';
import { readBasicPassword, readBearerToken, toIdentity } from './credentials.js';

/**
 * Authenticates by API key: as a bearer token or, for senders that know nothing else, as the password of HTTP basic
 * authentication.
 */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'api-key') {
  constructor(private readonly keys: ApiKeyAuthenticationService) {
    super();
  }

  /**
   * Null for a token that does not look like a key.
   * @throws UnauthenticatedError for a key that does not exist or has expired.
   */
  async validate({ headers }: { headers: CredentialHeaders }): Promise<Identity | null> {
    const token = readBearerToken(headers) ?? readBasicPassword(headers);
    if (token === null || !this.keys.isKey(token)) return null;
    const { key, owner } = await this.keys.verify(token);
    return toIdentity(owner, { credential: 'api-key', key });
  }
}
