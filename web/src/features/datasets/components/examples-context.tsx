import { createContext, useContext } from 'react';
import type { ExampleRow } from '../api/examples-list.js';

/** What the list of examples offers to the panel over it. */
export interface ExamplesScope {
  rows: readonly ExampleRow[];
  /** The version that is looked at; absent for the newest. */
  version: string | undefined;
  /** What is shown may be changed: by somebody who may, and at the newest version. */
  canEdit: boolean;
  /** Takes in a change that was made here; with the version it made, if it made one. */
  onChanged: (newestVersion?: string) => void;
}

const ExamplesContext = createContext<ExamplesScope | undefined>(undefined);

export const ExamplesProvider = ExamplesContext.Provider;

/** The list of examples below. */
export function useExamples(): ExamplesScope {
  const examples = useContext(ExamplesContext);
  if (!examples) throw new Error('useExamples needs a list of examples above it');
  return examples;
}
