import { createContext, use } from 'react';

const NONE: readonly string[] = [];

/**
 * The words of a search, folded. Long texts and deep structures that contain one of them open at
 * once, because what was searched for would be out of sight.
 */
export const SearchedWordsContext = createContext(NONE);

/** Returns the words of the search that led here; none without a search. */
export function useSearchedWords(): readonly string[] {
  return use(SearchedWordsContext);
}
