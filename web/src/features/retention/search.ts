import { type RawSearch, readText } from '../../lib/routing/search-params.js';

/** The state of the list of retention policies. */
export interface RetentionSearch {
  /** Global ID of the open policy, or `new`. */
  policy?: string | undefined;
}

/** Reads the state of the list of retention policies from the URL, and drops invalid values. */
export function readRetentionSearch(search: RawSearch): RetentionSearch {
  return { policy: readText(search, 'policy') };
}
