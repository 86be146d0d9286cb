import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { currentRequest } from '../../common/http/request-context.js';
import { deriveKeys, type ServerKey } from '../../common/security/server-keys.js';
import { sha256 } from '../../common/security/sha256.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import type { OidcProviderEnv } from '../../config/oidc-env.js';
import { assertAuthenticationOn } from '../authentication-on.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import type { IssuedTokens } from '../sessions/login-sessions.service.js';
import { SignInsService } from '../sign-ins/sign-ins.service.js';
import { type AttemptSecrets, isSameText, type KeptAttempts } from './attempt-cookies.js';
import { lacksClaims, mergeClaims, type OidcProfile, readProfile } from './claims.js';
import { type ProviderTokens, readUserInfo, redeemCode } from './code-exchange.js';
import { type LoginAttempt, readAttempt, signAttempt, STATE_PURPOSE } from './login-state.js';
import { OidcAccountsService } from './oidc-accounts.service.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { OidcRefusal, technicalReason } from './oidc-refusal.js';
import type { ProviderConnection } from './provider-connection.js';
import { isSafeReturnUrl, LONGEST_RETURN_URL } from './return-url.js';
import { UsedStateQueries } from './used-states.queries.js';

/** Where the browser goes, and what it keeps meanwhile. */
export interface BegunAttempt extends AttemptSecrets {
  redirectTo: string;
  state: string;
}

/** What a browser brings back from a provider. */
export interface ProviderAnswer {
  state: string;
  code: string | undefined;
  issuer: string | undefined;
  /** The provider, or somebody in its name, says that it did not work. */
  isError: boolean;
  kept: KeptAttempts;
}

/** Signing in at an OpenID Connect provider with the authorization code flow. */
@Injectable()
export class OidcLoginService {
  private readonly logger = new Logger('oidc');
  /** Newest first; authentication is not on without one. */
  private readonly stateKeys: ServerKey[];

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly providers: OidcProvidersService,
    private readonly accounts: OidcAccountsService,
    private readonly usedStates: UsedStateQueries,
    private readonly signIns: SignInsService,
    private readonly limits: RateLimitsService,
  ) {
    this.stateKeys = deriveKeys(env.auth.secrets, STATE_PURPOSE);
  }

  /**
   * Begins an attempt.
   * @param origin public address of this server without a trailing slash.
   * @throws OidcRefusal, TooManyRequestsError, NotFoundError while authentication is off.
   */
  async begin(name: string, origin: string, returnUrl: string | undefined): Promise<BegunAttempt> {
    assertAuthenticationOn(this.env.auth);
    await this.limits.consume('oauth2-start', currentRequest()?.address);
    return this.explained(name, async () => {
      const provider = this.providerOf(name);
      if ((returnUrl?.length ?? 0) > LONGEST_RETURN_URL) {
        throw new OidcRefusal('unsafe_return_url', 'return_url_too_long');
      }
      const { config, usesPkce } = await this.providers.connect(provider);
      const redirectUri = `${origin}/oauth2/${name}/tokens`;
      const attempt: LoginAttempt = { provider: name, redirectUri, returnUrl, usesPkce };
      const state = await signAttempt(this.stateKeys[0]!, attempt);
      const nonce = randomNonce();
      const codeVerifier = usesPkce ? randomPKCECodeVerifier() : undefined;
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        nonce,
        ...(codeVerifier && {
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      });
      return { redirectTo: url.href, state, nonce, codeVerifier };
    });
  }

  /**
   * Takes what the provider sent back and opens a session.
   * @throws OidcRefusal with what the sign-in page shows; the refusal is in the audit log then.
   */
  async complete(
    name: string,
    answer: ProviderAnswer,
  ): Promise<{ tokens: IssuedTokens; returnUrl: string }> {
    assertAuthenticationOn(this.env.auth);
    await this.limits.consume('oauth2-callback', currentRequest()?.address);
    return this.explained(name, () => this.completeUnexplained(name, answer), true);
  }

  private async completeUnexplained(
    name: string,
    answer: ProviderAnswer,
  ): Promise<{ tokens: IssuedTokens; returnUrl: string }> {
    const provider = this.providerOf(name);
    if (answer.isError) throw new OidcRefusal('auth_failed', 'provider_said_no');
    if (!answer.code) throw new OidcRefusal('auth_failed', 'no_code');
    const { attempt, secrets } = await this.attemptOf(name, answer);
    const returnUrl = attempt.returnUrl ?? '/';
    if (!isSafeReturnUrl(returnUrl)) throw new OidcRefusal('unsafe_return_url', 'return_url');
    if (attempt.usesPkce && secrets.codeVerifier === undefined) {
      throw new OidcRefusal('auth_failed', 'no_code_verifier');
    }
    const connection = await this.providers.connect(provider);
    const tokens = await redeemCode(connection, {
      code: answer.code,
      state: answer.state,
      issuer: answer.issuer,
      redirectUri: attempt.redirectUri,
      nonce: secrets.nonce,
      codeVerifier: attempt.usesPkce ? secrets.codeVerifier : undefined,
    });
    const profile = await this.profileOf(connection, tokens);
    const { issuer } = connection.metadata;
    const user = await this.accounts.resolve({ provider, issuer, profile });
    const issued = await this.signIns.succeed(user, {
      authMethod: 'OAUTH2',
      provider: { name: provider.name, idToken: tokens.idToken },
    });
    return { tokens: issued, returnUrl };
  }

  /**
   * The attempt that an answer belongs to: begun by this browser, with this provider, not used yet.
   * An answer that somebody else began fails here (login CSRF).
   */
  private async attemptOf(
    name: string,
    { state, kept }: ProviderAnswer,
  ): Promise<{ attempt: LoginAttempt; secrets: AttemptSecrets }> {
    const secrets = await this.secretsOf(state, kept);
    const attempt = secrets && (await readAttempt(this.stateKeys, state));
    if (!attempt) throw new OidcRefusal('invalid_state', 'state_not_of_this_browser');
    if (attempt.provider !== name)
      throw new OidcRefusal('invalid_state', 'state_of_another_provider');
    if (!(await this.usedStates.use(sha256(state)))) {
      throw new OidcRefusal('invalid_state', 'state_used_before');
    }
    return { attempt, secrets };
  }

  private async secretsOf(state: string, kept: KeptAttempts): Promise<AttemptSecrets | null> {
    const { latestState, latest, own } = kept;
    if (latestState === null) return own;
    if (isSameText(latestState, state)) return latest;
    // Another tab has begun an attempt since, unless somebody has tampered with the cookie.
    return (await readAttempt(this.stateKeys, latestState)) ? own : null;
  }

  private async profileOf(
    connection: ProviderConnection,
    tokens: ProviderTokens,
  ): Promise<OidcProfile> {
    const { provider } = connection;
    const warn = (expression: string): void =>
      this.logger.warn({ provider: provider.name, expression }, 'claims do not fit an expression');
    const needsMore = lacksClaims(provider, tokens.claims, warn);
    const userInfo = needsMore ? await readUserInfo(connection, tokens) : null;
    const claims = mergeClaims(tokens.claims, userInfo ?? {});
    return readProfile(provider, tokens.subject, claims, warn);
  }

  private providerOf(name: string): OidcProviderEnv {
    const provider = this.providers.find(name);
    if (!provider) throw new OidcRefusal('unknown_idp', 'no_such_provider');
    return provider;
  }

  /** Says in log and audit why somebody was turned away; the person sees a code only. */
  private async explained<T>(name: string, work: () => Promise<T>, isAudited = false): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error;
      const { code, reason } = error;
      const provider = this.providers.find(name)?.name ?? 'unknown';
      this.logger.warn(
        { provider, code, reason, cause: technicalReason(error) },
        'sign-in refused',
      );
      if (isAudited) {
        const details = { method: 'OAUTH2', provider, code, reason };
        await this.signIns.recordFailure(error.person, details);
      }
      throw error;
    }
  }
}
