import {
  authorizationCodeGrant,
  ClientError,
  fetchUserInfo,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { Claims } from './claims.js';
import { checkIdToken } from './id-token.js';
import { OidcRefusal } from './oidc-refusal.js';
import type { ProviderConnection } from './provider-connection.js';

/** The parameters that the browser returned with, and the secrets of its attempt. */
export interface CodeAnswer {
  code: string;
  state: string;
  /** The `iss` parameter of the response (RFC 9207). */
  issuer: string | undefined;
  redirectUri: string;
  nonce: string;
  /** Undefined if the attempt had no PKCE challenge. */
  codeVerifier: string | undefined;
}

/** The provider's response to a code, checked. */
export interface ProviderTokens {
  idToken: string;
  accessToken: string;
  subject: string;
  claims: Claims;
}

/**
 * Redeems an authorization code.
 * @throws OidcRefusal `oauth_error` if the provider refuses or its response is malformed,
 * `no_oidc_support` without an ID token, `auth_failed` if the ID token or the issuer is wrong.
 */
export async function redeemCode(
  connection: ProviderConnection,
  answer: CodeAnswer,
): Promise<ProviderTokens> {
  checkIssuer(connection, answer.issuer);
  const tokens = await requestTokens(connection, answer);
  const { id_token: idToken, access_token: accessToken } = tokens;
  const claims = tokens.claims() as Claims | undefined;
  if (idToken === undefined || !claims) throw new OidcRefusal('no_oidc_support', 'no_id_token');
  try {
    await checkIdToken(connection, idToken, claims, accessToken);
  } catch (cause) {
    throw new OidcRefusal('auth_failed', 'id_token_not_authentic', { cause });
  }
  return { idToken, accessToken, subject: String(claims['sub']), claims };
}

/**
 * Queries the UserInfo endpoint.
 * @returns null if there is none or it fails. Then the ID token must suffice.
 * @throws OidcRefusal if the response describes another user.
 */
export async function readUserInfo(
  { config, metadata }: ProviderConnection,
  { accessToken, subject }: ProviderTokens,
): Promise<Claims | null> {
  if (metadata.userinfo_endpoint === undefined) return null;
  try {
    return await fetchUserInfo(config, accessToken, subject);
  } catch (cause) {
    if (cause instanceof ClientError && cause.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
      throw new OidcRefusal('auth_failed', 'userinfo_of_somebody_else', { cause });
    }
    return null;
  }
}

/** Prevents a response of one provider from being used with another (mix-up). */
function checkIssuer({ metadata }: ProviderConnection, issuer: string | undefined): void {
  const promised = metadata['authorization_response_iss_parameter_supported'] === true;
  if (issuer === undefined ? promised : issuer !== metadata.issuer) {
    throw new OidcRefusal('auth_failed', 'wrong_issuer');
  }
}

async function requestTokens(
  { config }: ProviderConnection,
  answer: CodeAnswer,
): Promise<TokenEndpointResponse & TokenEndpointResponseHelpers> {
  const returned = new URL(answer.redirectUri);
  returned.searchParams.set('code', answer.code);
  returned.searchParams.set('state', answer.state);
  if (answer.issuer !== undefined) returned.searchParams.set('iss', answer.issuer);
  try {
    return await authorizationCodeGrant(config, returned, {
      expectedState: answer.state,
      expectedNonce: answer.nonce,
      pkceCodeVerifier: answer.codeVerifier,
      idTokenExpected: true,
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): OidcRefusal {
  if (error instanceof ResponseBodyError) {
    return new OidcRefusal('oauth_error', 'token_refused', { cause: error });
  }
  const problem = error instanceof ClientError ? (error.cause as Error | undefined) : undefined;
  const about = problem?.cause as { body?: Claims; claims?: Claims } | undefined;
  if (about?.claims && typeof about.claims['sub'] !== 'string') {
    return new OidcRefusal('missing_email_scope', 'subject_missing', { cause: error });
  }
  if (about?.body?.['id_token'] === undefined && isTokenResponse(about?.body)) {
    return new OidcRefusal('no_oidc_support', 'no_id_token', { cause: error });
  }
  if (problem && isAboutIdToken(problem)) {
    return new OidcRefusal('auth_failed', 'id_token_refused', { cause: error });
  }
  return new OidcRefusal('oauth_error', 'token_endpoint_failed', { cause: error });
}

function isTokenResponse(body: Claims | undefined): boolean {
  const type = body?.['token_type'];
  return (
    typeof body?.['access_token'] === 'string' &&
    typeof type === 'string' &&
    type.toLowerCase() === 'bearer'
  );
}

/** Finds out which check failed, which only the library's message says. */
function isAboutIdToken(problem: Error): boolean {
  const about = problem.cause;
  if (typeof about === 'string') return true;
  const hasTokenParts =
    typeof about === 'object' && about !== null && ('claims' in about || 'header' in about);
  return hasTokenParts || /JWT|JWE|ID Token/.test(problem.message);
}
