import { createContext, useContext } from 'react';
import type { ExampleRow } from '../api/examples-list.js';

/** The state and functions that the list of examples shares with the panel over it. */
export interface ExamplesScope {
  rows: readonly ExampleRow[];
  /** The selected version; absent for the newest. */
  version: string | undefined;
  /** Whether examples can be changed: by members, at the newest version. */
  canEdit: boolean;
  /** Called after a change on this page, with the version it created, if any. */
  onChanged: (newestVersion?: string) => void;
}

const ExamplesContext = createContext<ExamplesScope | undefined>(undefined);

export const ExamplesProvider = ExamplesContext.Provider;

/** Returns the list of examples below the panel. */
export function useExamples(): ExamplesScope {
  const examples = useContext(ExamplesContext);
  if (!examples) throw new Error('useExamples must be used inside ExamplesContext');
  return examples;
}
