import { basePath, buildServerUrl } from '../page/base-url.js';
import { withBrowserLock } from './browser-lock.js';
import { pageConfig } from '../page/page-config.js';
import { getReturnPath } from '../routing/return-path.js';
import { createRenewal, createSessionFetch, isRefused } from './session-renewal.js';

/** Servers under different paths of one host have separate sessions. */
const STAMP = `session.renewed${basePath}`;
const LOCK = `session.renewal${basePath}`;
const RENEWAL_TIMEOUT_MS = 10_000;

const renew = createRenewal({
  post: () =>
    fetch(buildServerUrl('auth/refresh'), {
      method: 'POST',
      signal: AbortSignal.timeout(RENEWAL_TIMEOUT_MS),
    }),
  exclusively: (work) => withBrowserLock(LOCK, work),
  renewedAt: () => Number(readStamp()),
  noteRenewed: (time) => writeStamp(String(time)),
});

/**
 * `fetch` for all requests to the server. Silently renews an expired session, and goes to the
 * sign-in page if the session has ended. Plain `fetch` if authentication is off.
 */
export const serverFetch: typeof fetch = pageConfig.authenticationEnabled
  ? createSessionFetch((input, init) => fetch(input, init), renew, goToSignIn)
  : (input, init) => fetch(input, init);

/**
 * Renews the session after something that was sent at this time was refused. Returns false if the
 * session has ended, while the browser opens the sign-in page.
 */
export async function renewSession(sentAt: number): Promise<boolean> {
  if ((await renew(sentAt)) === 'renewed') return true;
  goToSignIn();
  return false;
}

/** Goes to the sign-in page, which leads back to the current page. */
export function goToSignIn(): void {
  forgetSession();
  const query = new URLSearchParams({ returnUrl: getReturnPath(location, basePath) });
  // Loads a new document, so that no data of this user remains for the next one.
  location.replace(buildServerUrl(`login?${query}`));
}

/** Remembers that this browser has a session, because scripts cannot read the session cookies. */
export function rememberSession(since: number): void {
  if (Number(readStamp()) < since) writeStamp(String(since));
}

/** Remembers that the session of this browser has ended. */
export function forgetSession(): void {
  writeStamp('0');
}

/** Whether there is a session to continue. Asks the server only if there has been one. */
export async function resumeSession(): Promise<boolean> {
  if (readStamp() === '0') return false;
  const sentAt = Date.now();
  try {
    const response = await fetch(buildServerUrl('graphql'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { id } }' }),
    });
    if (await isRefused(response)) return (await renew(sentAt)) === 'renewed';
    const { data } = (await response.json()) as { data?: { viewer: object | null } };
    return (data?.viewer ?? null) !== null;
  } catch {
    return false;
  }
}

/** The time of the last renewal, shared by all tabs. */
let stampInMemory = '0';

function readStamp(): string {
  try {
    return localStorage.getItem(STAMP) ?? '0';
  } catch {
    return stampInMemory;
  }
}

function writeStamp(text: string): void {
  stampInMemory = text;
  try {
    localStorage.setItem(STAMP, text);
  } catch {
    // Without storage, other tabs renew separately, one after the other.
  }
}
