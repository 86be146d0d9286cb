/** That one signed out in this tab on purpose, so that no provider signs one in again by itself. */
const KEY = 'signed-out';

/** Remembers it until somebody signs in. */
export function rememberSignedOut(): void {
  try {
    sessionStorage.setItem(KEY, 'true');
  } catch {
    // Without a storage, a provider that signs in by itself does so at once.
  }
}

/** Somebody has signed in. */
export function forgetSignedOut(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget then.
  }
}

/** Whether nobody has signed in since. */
export function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
