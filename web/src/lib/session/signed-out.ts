/**
 * Remembers that the user signed out in this tab on purpose, so that no provider signs them in
 * again automatically.
 */
const KEY = 'signed-out';

/** Until the next sign-in, remembers that the user signed out. */
export function rememberSignedOut(): void {
  try {
    sessionStorage.setItem(KEY, 'true');
  } catch {
    // Without storage, an automatic provider signs the user in again at once.
  }
}

/** After a sign-in, forgets that the user signed out. */
export function forgetSignedOut(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, there is nothing to forget.
  }
}

/** Whether the user signed out in this tab and nobody has signed in since. */
export function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
