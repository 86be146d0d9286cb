import { createContext, useContext } from 'react';
import type { PromptFrame } from '../api/prompt-frame.js';
import type { PromptActions } from './prompt-menu.js';

interface Frame {
  prompt: PromptFrame;
  actions: PromptActions;
}

const FrameContext = createContext<Frame | undefined>(undefined);

export const PromptFrameProvider = FrameContext.Provider;

/** All that is known of the prompt whose page this is, and what can be done with it. */
export function usePromptFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('usePromptFrame needs the page of a prompt above it');
  return frame;
}
