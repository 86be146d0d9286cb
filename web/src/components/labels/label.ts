/** A label, or a split, which looks and works like a label. */
export interface Label {
  id: string;
  name: string;
  color: string;
  description: string | null;
}

/** The user’s input when creating or editing a label. */
export interface LabelDraft {
  name: string;
  color: string;
  description: string;
}

/** A label with the number of items that use it. */
export interface UsedLabel extends Label {
  usageCount: number;
}

/** Something that has labels. */
export interface LabelOwner {
  id: string;
  name: string;
  labels: readonly { id: string }[];
}

/**
 * All labels of a kind, and functions that change them. Each returns an error message on failure.
 */
export interface LabelChanges {
  /** Undefined until they are loaded. */
  labels: readonly UsedLabel[] | undefined;
  create: (draft: LabelDraft) => Promise<{ label: UsedLabel } | { problem: string }>;
  patch: (label: UsedLabel, draft: LabelDraft) => Promise<string | undefined>;
  remove: (label: UsedLabel) => Promise<string | undefined>;
}
