import { readText, type RawSearch } from '../../lib/routing/search-params.js';

/** What the address of the sign-in says. */
export interface LoginSearch {
  /** Where to go afterwards; not to be trusted. */
  returnUrl?: string | undefined;
  /** Why signing in with a provider failed, as a code. */
  error?: string | undefined;
  /** What has just happened, as a code. */
  message?: string | undefined;
  /** The provider to go to at once. */
  trigger?: string | undefined;
}

/** Reads the address of the sign-in. */
export function readLoginSearch(search: RawSearch): LoginSearch {
  return {
    returnUrl: readText(search, 'returnUrl'),
    error: readText(search, 'error'),
    message: readText(search, 'message'),
    trigger: readText(search, 'trigger'),
  };
}

/** Reads the address that a mail about a forgotten password leads to. */
export function readTokenSearch(search: RawSearch): { token?: string | undefined } {
  return { token: readText(search, 'token') };
}
