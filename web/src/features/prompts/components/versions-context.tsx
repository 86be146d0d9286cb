import { createContext, useContext } from 'react';
import type { VersionRow } from '../api/versions-list.js';

const VersionsContext = createContext<readonly VersionRow[]>([]);

export const VersionsProvider = VersionsContext.Provider;

/** Returns the versions listed next to the open one, newest first. */
export function useVersions(): readonly VersionRow[] {
  return useContext(VersionsContext);
}
