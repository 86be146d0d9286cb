/** A label, or a split, which looks and works like one. */
export interface Label {
  id: string;
  name: string;
  color: string;
  description: string | null;
}

/** What the user enters to create or edit a label. */
export interface LabelDraft {
  name: string;
  color: string;
  description: string;
}

/** A label, with how many items have it. */
export interface UsedLabel extends Label {
  usageCount: number;
}

/** Something that has labels. */
export interface LabelOwner {
  id: string;
  name: string;
  labels: readonly { id: string }[];
}

/** All labels of a kind, and how to change them. Each change returns why it failed. */
export interface LabelChanges {
  /** Undefined until they are loaded. */
  labels: readonly UsedLabel[] | undefined;
  create: (draft: LabelDraft) => Promise<{ label: UsedLabel } | { problem: string }>;
  patch: (label: UsedLabel, draft: LabelDraft) => Promise<string | undefined>;
  remove: (label: UsedLabel) => Promise<string | undefined>;
}
