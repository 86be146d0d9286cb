import { createContext, useContext } from 'react';
import type { VersionRow } from '../api/versions-list.js';

const VersionsContext = createContext<readonly VersionRow[]>([]);

export const VersionsProvider = VersionsContext.Provider;

/** The versions that are listed beside the one that is open, newest first. */
export function useVersions(): readonly VersionRow[] {
  return useContext(VersionsContext);
}
