import { type RawSearch, readText } from '../../lib/routing/search-params.js';

/** The start of the page: a version of a prompt, or the newest one; nothing without any. */
export interface PlaygroundSearch {
  promptId?: string | undefined;
  promptVersionId?: string | undefined;
}

export function readPlaygroundSearch(search: RawSearch): PlaygroundSearch {
  return {
    promptId: readText(search, 'promptId'),
    promptVersionId: readText(search, 'promptVersionId'),
  };
}
