import { createContext, useContext } from 'react';
import type { PromptFrame } from '../api/prompt-frame.js';
import type { PromptActions } from './prompt-menu.js';

interface Frame {
  prompt: PromptFrame;
  actions: PromptActions;
}

const FrameContext = createContext<Frame | undefined>(undefined);

export const PromptFrameProvider = FrameContext.Provider;

/** Returns everything the page loaded about the prompt, and the actions for it. */
export function usePromptFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('usePromptFrame must be used inside PromptFrameContext');
  return frame;
}
