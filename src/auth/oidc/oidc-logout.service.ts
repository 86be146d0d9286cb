import { Injectable, Logger } from '@nestjs/common';
import { buildEndSessionUrl } from 'openid-client';
import type { LoginSessionEntity } from '../sessions/login-session.entity.js';
import { LoginSessionsService } from '../sessions/login-sessions.service.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { technicalReason } from './oidc-refusal.js';

/** Beyond it an address no longer passes every proxy; the provider then asks the person. */
const LONGEST_HINT = 6000;

/** Ending a session at the provider too (OpenID Connect RP-Initiated Logout 1.0). */
@Injectable()
export class OidcLogoutService {
  private readonly logger = new Logger('oidc');

  constructor(
    private readonly providers: OidcProvidersService,
    private readonly sessions: LoginSessionsService,
  ) {}

  /**
   * Where to send the browser after its session has ended here.
   * @param returnTo full address that the provider sends it back to.
   * @returns null when the session did not begin at a provider, or that one does not want to know.
   */
  async logoutUrl(session: LoginSessionEntity, returnTo: string): Promise<string | null> {
    const provider = session.provider === null ? undefined : this.providers.find(session.provider);
    if (!provider?.rpInitiatedLogout) return null;
    try {
      const { config, metadata } = await this.providers.connect(provider);
      if (metadata.end_session_endpoint === undefined) return null;
      const idToken = this.sessions.idTokenOf(session);
      const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
      if (idToken && idToken.length <= LONGEST_HINT) parameters.set('id_token_hint', idToken);
      return buildEndSessionUrl(config, parameters).href;
    } catch (error) {
      this.logger.warn(
        { provider: provider.name, reason: technicalReason(error) },
        'the session could not be ended at the provider',
      );
      return null;
    }
  }
}
