import type { Tag, TagDraft } from './tag.js';

/** A label with the number of those that carry it. */
export interface UsedLabel extends Tag {
  usageCount: number;
}

/** What carries labels. */
export interface Labelled {
  id: string;
  name: string;
  labels: readonly { id: string }[];
}

/** All labels of a kind, and what changes them; each change gives back why it could not be done. */
export interface LabelChanges {
  /** Undefined until they are known. */
  labels: readonly UsedLabel[] | undefined;
  create: (draft: TagDraft) => Promise<{ label: UsedLabel } | { problem: string }>;
  patch: (label: UsedLabel, draft: TagDraft) => Promise<string | undefined>;
  remove: (label: UsedLabel) => Promise<string | undefined>;
}
