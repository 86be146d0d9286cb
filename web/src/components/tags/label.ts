import type { Tag, TagDraft } from './tag.js';

/** A label, with how many items have it. */
export interface UsedLabel extends Tag {
  usageCount: number;
}

/** Something that has labels. */
export interface Labelled {
  id: string;
  name: string;
  labels: readonly { id: string }[];
}

/** All labels of a kind, and how to change them. Each change returns why it failed. */
export interface LabelChanges {
  /** Undefined until they are loaded. */
  labels: readonly UsedLabel[] | undefined;
  create: (draft: TagDraft) => Promise<{ label: UsedLabel } | { problem: string }>;
  patch: (label: UsedLabel, draft: TagDraft) => Promise<string | undefined>;
  remove: (label: UsedLabel) => Promise<string | undefined>;
}
