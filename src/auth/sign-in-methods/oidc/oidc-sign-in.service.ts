import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { currentRequest } from '../../../kernel/http/request-context.js';
import { deriveKeys, type ServerKey } from '../../../kernel/security/server-keys.js';
import { sha256 } from '../../../kernel/security/sha256.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import type { OidcProviderEnv } from '../../../config/oidc-env.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { LoginSessionEntity } from '../../sessions/login-session.entity.js';
import { LoginSessionsService } from '../../sessions/login-sessions.service.js';
import { assertAuthenticationOn } from '../../sign-ins/authentication-on.js';
import { SignInsService } from '../../sign-ins/sign-ins.service.js';
import type { SignedIn, SignInMethod, SignInOffer } from '../sign-in-method.contract.js';
import { type AttemptSecrets, isSameText, type KeptAttempts } from './attempt-cookies.js';
import { lacksClaims, mergeClaims, type OidcProfile, readProfile } from './claims.js';
import { type ProviderTokens, readUserInfo, redeemCode } from './code-exchange.js';
import { type LoginAttempt, readAttempt, signAttempt, STATE_PURPOSE } from './login-state.js';
import { OidcAccountsService } from './oidc-accounts.service.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { OidcRefusal, summarizeCauses } from './oidc-refusal.js';
import type { ProviderConnection } from './provider-connection.js';
import { describeProvider } from './provider-facts.js';
import { isSafeReturnUrl, MAX_RETURN_URL_LENGTH } from './return-url.js';
import { UsedStateQueries } from './used-states.queries.js';

/** The address to send the browser to, and the secrets that the browser keeps until it returns. */
export interface BegunAttempt extends AttemptSecrets {
  redirectTo: string;
  state: string;
}

/** The callback request of a browser that returns from a provider. */
export interface ProviderAnswer {
  /** Name of the provider in the URL to which the browser returned. */
  provider: string;
  state: string;
  code: string | undefined;
  issuer: string | undefined;
  /** Whether the response claims that the sign-in failed at the provider. */
  isError: boolean;
  kept: KeptAttempts;
}

/** Some proxies reject longer URLs. Without the ID token as a hint, the provider asks the user. */
const MAX_HINT_LENGTH = 6000;

/** Signs users in with an OpenID Connect provider and the authorization code flow. */
@Injectable()
export class OidcSignInService implements SignInMethod<ProviderAnswer> {
  readonly kind = 'OAUTH2';
  private readonly logger = new Logger('oidc');
  /** Newest first. Not empty if authentication is on. */
  private readonly stateKeys: ServerKey[];

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly providers: OidcProvidersService,
    private readonly accounts: OidcAccountsService,
    private readonly usedStates: UsedStateQueries,
    private readonly sessions: LoginSessionsService,
    private readonly signIns: SignInsService,
    private readonly limits: RateLimitsService,
  ) {
    this.stateKeys = deriveKeys(env.auth.secrets, STATE_PURPOSE);
  }

  /** Lists one offer per provider. */
  listOffers(): SignInOffer[] {
    return this.env.oidc.map((provider) => ({
      name: provider.name,
      displayName: provider.displayName,
      startPath: `oauth2/${provider.name}/login`,
      isAutomatic: provider.autoLogin,
      facts: describeProvider(provider),
      variables: `SPANDREL_OAUTH2_${provider.name.toUpperCase()}_…`,
    }));
  }

  /**
   * Starts an attempt.
   * @param origin public URL of this server without a trailing slash.
   * @throws OidcRefusal; TooManyRequestsError; NotFoundError if authentication is off.
   */
  async begin(name: string, origin: string, returnUrl: string | undefined): Promise<BegunAttempt> {
    assertAuthenticationOn(this.env.auth);
    await this.limits.consume('oauth2-start', currentRequest()?.address);
    return this.logRefusals(name, async () => {
      const provider = this.getProvider(name);
      if ((returnUrl?.length ?? 0) > MAX_RETURN_URL_LENGTH) {
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
   * Completes an attempt when the browser returns.
   * @throws OidcRefusal with the code for the sign-in page, after recording it in the audit log.
   */
  async signIn(answer: ProviderAnswer): Promise<SignedIn> {
    assertAuthenticationOn(this.env.auth);
    await this.limits.consume('oauth2-callback', currentRequest()?.address);
    const complete = (): Promise<SignedIn> => this.complete(answer);
    return this.logRefusals(answer.provider, complete, { isAudited: true });
  }

  /**
   * Returns the URL that also ends the session at its provider (OpenID Connect RP-Initiated Logout
   * 1.0).
   * @returns null if the provider should not be notified or cannot be reached.
   */
  async findLogoutUrl(session: LoginSessionEntity, returnTo: string): Promise<string | null> {
    const provider = session.provider === null ? undefined : this.providers.find(session.provider);
    if (!provider?.rpInitiatedLogout) return null;
    try {
      const { config, metadata } = await this.providers.connect(provider);
      if (metadata.end_session_endpoint === undefined) return null;
      const idToken = this.sessions.unsealIdToken(session);
      const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
      if (idToken && idToken.length <= MAX_HINT_LENGTH) parameters.set('id_token_hint', idToken);
      return buildEndSessionUrl(config, parameters).href;
    } catch (error) {
      this.logger.warn(
        { provider: provider.name, reason: summarizeCauses(error) },
        'the session could not be ended at the provider',
      );
      return null;
    }
  }

  private async complete(answer: ProviderAnswer): Promise<SignedIn> {
    const provider = this.getProvider(answer.provider);
    if (answer.isError) throw new OidcRefusal('auth_failed', 'provider_said_no');
    if (!answer.code) throw new OidcRefusal('auth_failed', 'no_code');
    const { attempt, secrets } = await this.claimAttempt(answer);
    const returnPath = attempt.returnUrl ?? '/';
    if (!isSafeReturnUrl(returnPath)) throw new OidcRefusal('unsafe_return_url', 'return_url');
    if (attempt.usesPkce && secrets.codeVerifier === undefined) {
      throw new OidcRefusal('auth_failed', 'no_code_verifier');
    }
    const connection = await this.providers.connect(provider);
    const received = await redeemCode(connection, {
      code: answer.code,
      state: answer.state,
      issuer: answer.issuer,
      redirectUri: attempt.redirectUri,
      nonce: secrets.nonce,
      codeVerifier: attempt.usesPkce ? secrets.codeVerifier : undefined,
    });
    const profile = await this.readProfile(connection, received);
    const { issuer } = connection.metadata;
    const user = await this.accounts.resolve({ provider, issuer, profile });
    const tokens = await this.signIns.openSession(user, {
      authMethod: this.kind,
      provider: { name: provider.name, idToken: received.idToken },
    });
    return { tokens, returnPath };
  }

  /**
   * Finds the attempt that a response belongs to, which must have started in this browser, with
   * this provider, and must not be completed yet. This refuses responses to somebody else's attempt
   * (login CSRF).
   */
  private async claimAttempt({
    provider,
    state,
    kept,
  }: ProviderAnswer): Promise<{ attempt: LoginAttempt; secrets: AttemptSecrets }> {
    const secrets = await this.findSecrets(state, kept);
    const attempt = secrets && (await readAttempt(this.stateKeys, state));
    if (!attempt) throw new OidcRefusal('invalid_state', 'state_not_of_this_browser');
    if (attempt.provider !== provider) {
      throw new OidcRefusal('invalid_state', 'state_of_another_provider');
    }
    if (!(await this.usedStates.use(sha256(state)))) {
      throw new OidcRefusal('invalid_state', 'state_used_before');
    }
    return { attempt, secrets };
  }

  private async findSecrets(state: string, kept: KeptAttempts): Promise<AttemptSecrets | null> {
    const { latestState, latest, own } = kept;
    if (latestState === null) return own;
    if (isSameText(latestState, state)) return latest;
    // Another tab has started a newer attempt, or somebody has tampered with the cookie.
    return (await readAttempt(this.stateKeys, latestState)) ? own : null;
  }

  private async readProfile(
    connection: ProviderConnection,
    tokens: ProviderTokens,
  ): Promise<OidcProfile> {
    const { provider } = connection;
    const warn = (expression: string): void =>
      this.logger.warn(
        { provider: provider.name, expression },
        'an expression cannot be evaluated on these claims',
      );
    const needsMore = lacksClaims(provider, tokens.claims, warn);
    const userInfo = needsMore ? await readUserInfo(connection, tokens) : null;
    const claims = mergeClaims(tokens.claims, userInfo ?? {});
    return readProfile(provider, tokens.subject, claims, warn);
  }

  private getProvider(name: string): OidcProviderEnv {
    const provider = this.providers.find(name);
    if (!provider) throw new OidcRefusal('unknown_idp', 'no_such_provider');
    return provider;
  }

  /** Logs, and optionally audits, why a user was refused. The user sees only a code. */
  private async logRefusals<T>(
    name: string,
    attempt: () => Promise<T>,
    { isAudited = false } = {},
  ): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error;
      const { code, reason } = error;
      const provider = this.providers.find(name)?.name ?? 'unknown';
      const cause = summarizeCauses(error);
      this.logger.warn({ provider, code, reason, cause }, 'sign-in refused');
      if (isAudited) {
        const details = { method: this.kind, provider, code, reason };
        await this.signIns.recordFailure(error.person, details);
      }
      throw error;
    }
  }
}
