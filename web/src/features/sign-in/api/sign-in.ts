import { serverUrl } from '../../../lib/page/base-url.js';

/** Why the server did not do it. */
export interface Refusal {
  /** 0 when the server did not answer. */
  status: number;
  /** The words of the server, for those that are worth reading. */
  text: string;
  /** How long to wait before the next attempt. */
  retryAfterSeconds?: number;
}

/** What came of a request: nothing to say, or why not. */
export type Outcome = Refusal | undefined;

/** Signs in with an account of this server. */
export function signIn(email: string, password: string): Promise<Outcome> {
  return post('auth/login', { email, password });
}

/** Signs in with an account of the company's directory. */
export function signInWithDirectory(username: string, password: string): Promise<Outcome> {
  return post('auth/ldap/login', { username, password });
}

/** Asks for a mail with a link to set a new password. The answer does not tell who has an account. */
export function requestResetMail(email: string): Promise<Outcome> {
  return post('auth/password-reset-email', { email });
}

/** Sets a new password with the token of such a mail. */
export function resetPassword(token: string, password: string): Promise<Outcome> {
  return post('auth/password-reset', { token, password });
}

const DEFAULT_WAIT_SECONDS = 30;

async function post(path: string, body: Record<string, string>): Promise<Outcome> {
  let response: Response;
  try {
    // Not `serverFetch`: a 401 here is an answer about what was typed, not about a session.
    response = await fetch(serverUrl(path), {
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
  return isPlain && text !== '' ? text : `The server answered with status ${response.status}.`;
}
