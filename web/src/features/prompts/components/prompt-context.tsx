import { createContext, useContext } from 'react';
import type { PromptTag } from '../api/prompt-frame.js';

/** What the tabs of a prompt share. */
export interface PromptScope {
  id: string;
  name: string;
  /** Id of the newest version. */
  newestVersion: string | undefined;
  /** All tags, by their names. */
  tags: readonly PromptTag[];
  /** Asks for the frame again, after something was changed here. */
  refresh: () => void;
}

const PromptContext = createContext<PromptScope | undefined>(undefined);

export const PromptProvider = PromptContext.Provider;

/** The prompt whose page this is. */
export function usePrompt(): PromptScope {
  const prompt = useContext(PromptContext);
  if (!prompt) throw new Error('usePrompt needs the page of a prompt above it');
  return prompt;
}
