import { createContext, useContext } from 'react';
import type { VersionInCode } from '../../../components/prompt-editor/prompt-code-dialog.js';
import type { PromptFrame, PromptTag } from '../api/prompt-frame.js';
import type { PromptVersionRow } from '../api/versions-list.js';
import type { PromptActions } from './prompt-menu.js';

/** The state that the tabs of a prompt share. */
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

/** Returns a version of a prompt as code refers to it. */
export function toVersionInCode(
  { tags, newestVersion }: PromptScope,
  { id, sequenceNumber }: { id: string; sequenceNumber: number },
): VersionInCode {
  const own = tags.filter(({ promptVersionId }) => promptVersionId === id);
  return {
    id,
    sequenceNumber,
    tagNames: own.map(({ name }) => name),
    isLatest: id === newestVersion,
  };
}

const VersionsContext = createContext<readonly PromptVersionRow[]>([]);

export const VersionsProvider = VersionsContext.Provider;

/** Returns the versions listed next to the open one, newest first. */
export function useVersions(): readonly PromptVersionRow[] {
  return useContext(VersionsContext);
}

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
