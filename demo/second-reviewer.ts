import { randomBytes } from 'node:crypto';
import { RestClient } from './rest-client.ts';

const EMAIL = 'demo-reviewer@example.com';
const USERNAME = 'Demo reviewer';
const KEY_MS = 60 * 60 * 1000;

/**
 * Creates a second person for the review queue, with a password that nobody knows and a key for an
 * hour. Returns null if this is not possible: without authentication, without the key of an
 * administrator, or if the person exists.
 */
export async function createReviewer(
  endpoint: string,
  rest: RestClient,
): Promise<RestClient | null> {
  const [first, second] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  const user = {
    email: EMAIL,
    username: USERNAME,
    role: 'MEMBER',
    auth_method: 'LOCAL',
    password: first,
  };
  try {
    await rest.post('users', { user, send_welcome_email: false });
    // Users must replace a password that somebody else chose. This ends the session.
    const change = { newPassword: second, currentPassword: first };
    await sendAs(
      endpoint,
      await signIn(endpoint, first),
      'mutation ($input: PatchViewerInput!) { patchViewer(input: $input) { __typename } }',
      change,
    );
    const { createUserApiKey } = await sendAs<{ createUserApiKey: { jwt: string } }>(
      endpoint,
      await signIn(endpoint, second),
      'mutation ($input: CreateUserApiKeyInput!) { createUserApiKey(input: $input) { jwt } }',
      { name: 'demo', expiresAt: new Date(Date.now() + KEY_MS).toISOString() },
    );
    return new RestClient(endpoint, createUserApiKey.jwt);
  } catch {
    return null;
  }
}

/** Returns the cookies of a new session. */
async function signIn(endpoint: string, password: string): Promise<string> {
  const response = await fetch(`${endpoint}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password }),
  });
  if (!response.ok) throw new Error(`Sign-in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function sendAs<T>(
  endpoint: string,
  cookie: string,
  query: string,
  input: object,
): Promise<T> {
  const response = await fetch(`${endpoint}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown[] };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
