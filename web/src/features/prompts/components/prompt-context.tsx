import { createContext, useContext } from 'react';
import type { PromptTag } from '../api/prompt-frame.js';

/** What the tabs of a prompt share. */
export interface PromptScope {
  id: string;
  name: string;
  /** The ID of the newest version. */
  newestVersion: string | undefined;
  /** All tags, by name. */
  tags: readonly PromptTag[];
}

const PromptContext = createContext<PromptScope | undefined>(undefined);

export const PromptProvider = PromptContext.Provider;

/** Returns the prompt of this page. */
export function usePrompt(): PromptScope {
  const prompt = useContext(PromptContext);
  if (!prompt) throw new Error('usePrompt must be used inside PromptContext');
  return prompt;
}
