import { createRemoteJWKSet, customFetch as joseFetch, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  None,
  type ServerMetadata,
} from 'openid-client';
import { isHttpsOrLocal, type OidcProviderEnv } from '../../../config/oidc-env.js';
import { boundedFetch, PROVIDER_TIMEOUT_SECONDS } from './bounded-fetch.js';
import { readClientAssertion } from './client-assertion.js';
import { OidcRefusal } from './oidc-refusal.js';

/** How much the clocks of two machines may differ. */
export const CLOCK_TOLERANCE_SECONDS = 120;

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A provider whose discovery document has been read. */
export interface ProviderConnection {
  provider: OidcProviderEnv;
  metadata: ServerMetadata & { jwks_uri: string };
  /** Configuration of the provider for `openid-client`. */
  config: Configuration;
  /** Keys that sign ID tokens. */
  keys: JWTVerifyGetKey;
  /**
   * Whether to send a PKCE challenge, which is the case if the provider offers PKCE or the
   * configuration requires it.
   */
  usesPkce: boolean;
}

/**
 * Reads the discovery document of a provider.
 * @throws OidcRefusal `oauth_error` if the document cannot be read or used.
 */
export async function connectProvider(provider: OidcProviderEnv): Promise<ProviderConnection> {
  const metadata = await readMetadata(provider.configUrl);
  const config = new Configuration(
    metadata,
    provider.clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    createClientAuth(provider),
  );
  config.timeout = PROVIDER_TIMEOUT_SECONDS;
  config[customFetch] = (url, options) => boundedFetch(url, options);
  // Plain http was accepted above only for addresses on this machine.
  allowInsecureRequests(config);
  return {
    provider,
    metadata,
    config,
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: PROVIDER_TIMEOUT_SECONDS * 1000,
      // Tokens come only from the token endpoint, so no stranger can make us request unknown keys.
      cooldownDuration: 1000,
      [joseFetch]: boundedFetch,
    }),
    usesPkce: provider.alwaysPkce || offersPkce(metadata),
  };
}

async function readMetadata(configUrl: string): Promise<ProviderConnection['metadata']> {
  let document: unknown;
  try {
    const answer = await boundedFetch(configUrl, { headers: { accept: 'application/json' } });
    if (answer.status !== 200)
      throw new Error(`The provider responded with status ${answer.status}.`);
    document = await answer.json();
  } catch (cause) {
    throw new OidcRefusal('oauth_error', 'discovery_failed', { cause });
  }
  return checkMetadata(document);
}

/** URLs that the server or the browser opens. Those with `?` are optional. */
const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint?',
  'end_session_endpoint?',
];

function checkMetadata(document: unknown): ProviderConnection['metadata'] {
  const metadata = (document ?? {}) as ProviderConnection['metadata'];
  if (typeof metadata.issuer !== 'string' || metadata.issuer === '') {
    throw new OidcRefusal('oauth_error', 'discovery_without_issuer');
  }
  for (const endpoint of ENDPOINTS) {
    const name = endpoint.replace('?', '');
    const value = metadata[name];
    if (value === undefined && name !== endpoint) continue;
    const isUrl = typeof value === 'string' && URL.canParse(value);
    if (!isUrl || !isHttpsOrLocal(new URL(value))) {
      throw new OidcRefusal('oauth_error', `discovery_bad_${name}`);
    }
  }
  return metadata;
}

function offersPkce(metadata: ServerMetadata): boolean {
  const methods: unknown = metadata.code_challenge_methods_supported;
  return Array.isArray(methods) && methods.includes('S256');
}

function createClientAuth(provider: OidcProviderEnv): ClientAuth {
  const { authMethod, clientSecret, clientAssertion } = provider;
  if (authMethod === 'client_secret_basic') return createBasicAuth(clientSecret ?? '');
  if (authMethod === 'client_secret_post') return ClientSecretPost(clientSecret ?? '');
  if (authMethod === 'none' || !clientAssertion) return None();
  // The library awaits the result, although its type does not say so.
  const auth: unknown = createAssertionAuth(clientAssertion.path);
  return auth as ClientAuth;
}

/**
 * Sends the client ID and secret in the `Authorization` header. Encodes only what would change
 * their meaning when decoded as a form, because many providers compare them without decoding. The
 * library also encodes `-`, `_` and others, which such providers refuse.
 */
function createBasicAuth(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = [client.client_id, secret].map(encodeFormValue).join(':');
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}

function encodeFormValue(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

function createAssertionAuth(path: string) {
  return async (...[, client, body]: Parameters<ClientAuth>): Promise<void> => {
    const assertion = await readClientAssertion(path);
    body.set('client_id', client.client_id);
    body.set('client_assertion_type', JWT_BEARER);
    body.set('client_assertion', assertion);
  };
}
