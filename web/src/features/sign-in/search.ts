import { readText, type RawSearch } from '../../lib/routing/search-params.js';

/** The search parameters of the sign-in page. */
export interface LoginSearch {
  /** The page to open after signing in. Untrusted. */
  returnUrl?: string | undefined;
  /** The error code of a failed sign-in with a provider. */
  error?: string | undefined;
  /** The code of a message about what has just happened. */
  message?: string | undefined;
  /** The provider to redirect to without asking. */
  trigger?: string | undefined;
}

/** Reads the search parameters of the sign-in page. */
export function readLoginSearch(search: RawSearch): LoginSearch {
  return {
    returnUrl: readText(search, 'returnUrl'),
    error: readText(search, 'error'),
    message: readText(search, 'message'),
    trigger: readText(search, 'trigger'),
  };
}

/** Reads the search parameters of the link in a password reset email. */
export function readTokenSearch(search: RawSearch): { token?: string | undefined } {
  return { token: readText(search, 'token') };
}
