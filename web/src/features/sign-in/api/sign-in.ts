import { buildServerUrl } from '../../../lib/page/base-url.js';

/** The reason a request failed. */
export interface Refusal {
  /** 0 if the server did not respond. */
  status: number;
  /** The message of the server. */
  text: string;
  /** Seconds to wait before the next attempt. */
  retryAfterSeconds?: number;
}

/** The result of a request: undefined if it succeeded. */
export type SignInResult = Refusal | undefined;

/** Signs in with a Spandrel password. */
export function signIn(email: string, password: string): Promise<SignInResult> {
  return sendPost('auth/login', { email, password });
}

/** Signs in with the organization’s directory. */
export function signInWithDirectory(username: string, password: string): Promise<SignInResult> {
  return sendPost('auth/ldap/login', { username, password });
}

/**
 * Requests an email with a link to set a new password. The response does not reveal who has an
 * account.
 */
export function requestResetMail(email: string): Promise<SignInResult> {
  return sendPost('auth/password-reset-email', { email });
}

/** Sets a new password with the token from that email. */
export function resetPassword(token: string, password: string): Promise<SignInResult> {
  return sendPost('auth/password-reset', { token, password });
}

const DEFAULT_WAIT_SECONDS = 30;

async function sendPost(path: string, body: Record<string, string>): Promise<SignInResult> {
  let response: Response;
  try {
    // Not `serverFetch`, because a 401 is about the credentials here, not about the session.
    response = await fetch(buildServerUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return { status: 0, text: 'The server cannot be reached. Try again in a moment.' };
  }
  if (response.ok) return undefined;
  const { status } = response;
  const text = await readText(response);
  if (status !== 429) return { status, text };
  const wait = Number(response.headers.get('retry-after'));
  return { status, text, retryAfterSeconds: wait > 0 ? Math.ceil(wait) : DEFAULT_WAIT_SECONDS };
}

async function readText(response: Response): Promise<string> {
  const text = await response.text();
  const isPlain = response.headers.get('content-type')?.startsWith('text/plain') ?? false;
  return isPlain && text !== '' ? text : `The server responded with status ${response.status}.`;
}

/** Returns the URL that starts signing in with a provider and comes back to `returnUrl`. */
export function buildProviderUrl(name: string, returnUrl: string): string {
  const query = new URLSearchParams({ returnUrl });
  return buildServerUrl(`oauth2/${encodeURIComponent(name)}/login?${query}`);
}
