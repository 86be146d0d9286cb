import { createContext, useContext } from 'react';
import type { PromptVersionRow } from '../api/versions-list.js';

const VersionsContext = createContext<readonly PromptVersionRow[]>([]);

export const VersionsProvider = VersionsContext.Provider;

/** Returns the versions listed next to the open one, newest first. */
export function useVersions(): readonly PromptVersionRow[] {
  return useContext(VersionsContext);
}
