import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose';
import { type ClientMetadata, type JWK, Provider } from 'oidc-provider';

type Claims = Record<string, unknown>;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestProvider {
  issuer: string;
  /** URL of the discovery document. */
  configUrl: string;
  /** Claims by subject. Only people in this map can sign in. */
  people: Map<string, Claims>;
  /** Overrides for the discovery document; `undefined` removes a field. */
  discovery: Record<string, unknown>;
  /** Handlers that replace the provider's, by path, to imitate a broken or hostile provider. */
  answers: Map<string, Handler>;
  /** The requested paths, in order. */
  requested: string[];
  /** Signs an ID token with these claims, and with valid values for all others. */
  signIdToken(claims: Claims): Promise<string>;
  stop(): Promise<void>;
}

const SCOPE_CLAIMS = {
  openid: ['sub'],
  email: ['email', 'email_verified', 'contact'],
  profile: ['name', 'picture', 'role', 'groups'],
};

/**
 * A real OpenID Connect provider (`oidc-provider`) on a free port of this machine. It signs in
 * whoever the authorization request names in `login_hint`, without a password.
 */
export async function startOidcProvider(clients: ClientMetadata[]): Promise<TestProvider> {
  const people = new Map<string, Claims>();
  const discovery: Record<string, unknown> = {};
  const answers = new Map<string, Handler>();
  const requested: string[] = [];
  let serve: Handler = (_request, response) => response.end();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    requested.push(path);
    (answers.get(path) ?? serve)(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await takeKeys();
  const key = { ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'one' };
  const { warn } = console;
  // Its warnings matter only in production.
  console.warn = () => undefined;
  const provider = createProvider(issuer, clients, people, key);
  console.warn = warn;
  const callback = provider.callback();
  serve = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void signIn(provider, request, response);
    else void callback(request, response);
  };
  const configUrl = `${issuer}/.well-known/openid-configuration`;
  const original = (await (await fetch(configUrl)).json()) as object;
  answers.set('/.well-known/openid-configuration', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...original, ...discovery }));
  });
  return {
    issuer,
    configUrl,
    people,
    discovery,
    answers,
    requested,
    signIdToken: (claims) =>
      new SignJWT({ iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuedAt((claims['iat'] as number | undefined) ?? undefined)
        .setExpirationTime((claims['exp'] as number | undefined) ?? '5m')
        .sign(keys.privateKey),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Kept for the worker, because every test file loads this module again, and RSA keys take long to create. */
const worker = globalThis as { oidcKeys?: Promise<GenerateKeyPairResult>[] };
let taken = 0;

/** Returns keys that no other provider of the test file has. */
function takeKeys(): Promise<GenerateKeyPairResult> {
  const all = (worker.oidcKeys ??= []);
  taken += 1;
  return (all[taken - 1] ??= generateKeyPair('RS256', { extractable: true }));
}

function createProvider(
  issuer: string,
  clients: ClientMetadata[],
  people: Map<string, Claims>,
  key: JWK,
): Provider {
  const provider: Provider = new Provider(issuer, {
    clients,
    jwks: { keys: [key] },
    claims: SCOPE_CLAIMS,
    conformIdTokenClaims: false,
    cookies: { keys: ['test'] },
    pkce: { required: () => false },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = form;
        },
      },
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => {
      const claims = people.get(subject);
      return claims && { accountId: subject, claims: () => ({ sub: subject, ...claims }) };
    },
    renderError: (context, out) => {
      context.body = JSON.stringify(out);
    },
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { Session: 600, Interaction: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
  });
  // The port of the server under test is not known until after the provider has started.
  const { prototype } = provider.Client as unknown as {
    prototype: { redirectUriAllowed(uri: string): boolean };
  };
  prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/(127\.0\.0\.1:\d+|spandrel\.example)\/.*oauth2\/\w+\/tokens$/.test(uri);
  return provider;
}

async function signIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params['login_hint']);
  const result =
    accountId === 'nobody'
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { login: { accountId } };
  await provider.interactionFinished(request, response, result);
}
