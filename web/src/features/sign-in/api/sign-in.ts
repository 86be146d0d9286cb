import { askForPasskey } from '../../../lib/browser/passkeys.js';
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

/** The kinds of second factors, as named by the API. */
export type SecondFactorName = 'authenticator' | 'passkey' | 'recovery_code';

/** The password was correct, but the account needs more. */
export interface PendingSignIn {
  secondFactors: readonly SecondFactorName[];
}

/** Signs in with a Spandrel password. */
export async function signIn(
  email: string,
  password: string,
): Promise<SignInResult | PendingSignIn> {
  const { refusal, body } = await sendForBody('auth/login', { email, password });
  if (refusal) return refusal;
  const { second_factors: secondFactors } = (body ?? {}) as { second_factors?: SecondFactorName[] };
  return secondFactors ? { secondFactors } : undefined;
}

/** Completes a sign-in with a code of the authenticator app, or a recovery code. */
export function sendCode(code: string): Promise<SignInResult> {
  return sendPost('auth/second-factor', { code });
}

/** The result of asking for a passkey: a problem if there was none, null if the user gave up. */
export type PasskeyResult =
  | { outcome: SignInResult; problem?: undefined }
  | { outcome?: undefined; problem: string | null };

/** Completes a sign-in with a passkey. */
export function completeWithPasskey(): Promise<PasskeyResult> {
  return askAndSend('auth/second-factor/options', 'auth/second-factor');
}

/** Signs in with a passkey alone. */
export function signInWithPasskey(): Promise<PasskeyResult> {
  return askAndSend('auth/passkey/options', 'auth/passkey/login');
}

async function askAndSend(optionsPath: string, path: string): Promise<PasskeyResult> {
  const { refusal, body } = await sendForBody(optionsPath, {});
  if (refusal) return { outcome: refusal };
  const { credential, problem } = await askForPasskey(body);
  return credential ? { outcome: await sendPost(path, { passkey: credential }) } : { problem };
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

async function sendPost(path: string, body: object): Promise<SignInResult> {
  return (await sendForBody(path, body)).refusal;
}

/** Also returns the body of the response; undefined if there is none. */
async function sendForBody(
  path: string,
  body: object,
): Promise<{ refusal?: Refusal; body?: unknown }> {
  let response: Response;
  try {
    // Not `serverFetch`, because a 401 is about the credentials here, not about the session.
    response = await fetch(buildServerUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return { refusal: { status: 0, text: 'The server cannot be reached. Try again in a moment.' } };
  }
  if (response.status === 204) return {};
  if (response.ok) return { body: await response.json() };
  const { status } = response;
  const text = await readText(response);
  if (status !== 429) return { refusal: { status, text } };
  const wait = Number(response.headers.get('retry-after'));
  const retryAfterSeconds = wait > 0 ? Math.ceil(wait) : DEFAULT_WAIT_SECONDS;
  return { refusal: { status, text, retryAfterSeconds } };
}

async function readText(response: Response): Promise<string> {
  const text = await response.text();
  const isPlain = response.headers.get('content-type')?.startsWith('text/plain') ?? false;
  return isPlain && text !== '' ? text : `The server responded with status ${response.status}.`;
}

/** Returns the URL at which a way to sign in elsewhere starts, and that comes back to `returnUrl`. */
export function buildSignInUrl(path: string, returnUrl: string): string {
  return buildServerUrl(`${path}?${new URLSearchParams({ returnUrl })}`);
}
