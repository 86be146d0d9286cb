import { createHash, randomBytes } from 'node:crypto';
import type { TestServer } from './server.js';

/** The result of a token request. */
export interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
}

export const CLI = { client_id: 'phoenix-cli', redirect_uri: 'http://127.0.0.1:53682/callback' };

/** A verifier and its challenge (RFC 7636). */
export function createProof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The parameters of a valid authorization request of the command line. */
export function authorizationRequest(
  challenge: string,
  changes: Record<string, string> = {},
): Record<string, string> {
  return {
    ...CLI,
    response_type: 'code',
    state: 'state-of-an-application-0123456789',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
}

/** Sends a decision like the consent page. */
export function decide(
  { request, url }: TestServer,
  cookie: string,
  parameters: Record<string, unknown>,
) {
  return request
    .post('/oauth2/authorize/decision')
    .set({ Cookie: cookie, Origin: url })
    .send({ approved: true, ...parameters });
}

/** Approves an application, and returns the code that it gets. */
export async function approve(
  server: TestServer,
  cookie: string,
  challenge: string,
  changes: Record<string, string> = {},
): Promise<string> {
  const { body } = await decide(server, cookie, authorizationRequest(challenge, changes));
  const { redirect_to: target } = body as { redirect_to: string };
  const code = new URL(target).searchParams.get('code');
  if (code === null) throw new Error(`There is no code in ${target}`);
  return code;
}

/** Sends a form without a credential, like an application. */
export function sendForm(
  { request }: TestServer,
  path: 'token' | 'revoke',
  parameters: Record<string, string>,
) {
  return request.post(`/oauth2/${path}`).type('form').send(parameters);
}

/** Lets a user approve the command line, and returns its tokens. */
export async function connect(
  server: TestServer,
  cookie: string,
  changes: Record<string, string> = {},
): Promise<Tokens> {
  const { verifier, challenge } = createProof();
  const code = await approve(server, cookie, challenge, changes);
  const { body } = await sendForm(server, 'token', {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    ...CLI,
    ...pick(changes, 'client_id', 'redirect_uri'),
  });
  return body as Tokens;
}

/** Lets a user approve an application that registered itself, and returns its tokens. */
export async function connectUnverified(
  server: TestServer,
  cookie: string,
  name = 'Coding agent',
): Promise<Tokens> {
  const { body } = await server.request
    .post('/oauth2/register')
    .send({ client_name: name, redirect_uris: ['http://127.0.0.1/callback'] });
  const { client_id: clientId } = body as { client_id: string };
  return connect(server, cookie, { client_id: clientId });
}

/** Exchanges a refresh token of the command line. */
export function refresh(
  server: TestServer,
  refreshToken: string,
  changes: Record<string, string> = {},
) {
  return sendForm(server, 'token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: CLI.client_id,
    ...changes,
  });
}

function pick(from: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
