import type { ReactNode, Ref } from 'react';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import type { Value } from './use-judgments.js';

/** The changes of a review queue to the panel. */
export interface ReviewOptions {
  /** Replaces the configs of the project. */
  configs: readonly AnnotationConfig[];
  /** Whether the item cannot be judged. */
  isReadOnly: boolean;
  /** Whether others’ annotations are hidden, so that they do not influence the reviewer. */
  hidesOthers: boolean;
  /** Shown above the fields. */
  notice: ReactNode;
  handle: Ref<JudgmentsHandle>;
}

/** The functions that a review queue calls before it goes on to the next item. */
export interface JudgmentsHandle {
  /** Whether everything is read. */
  isReady: () => boolean;
  /** Whether you gave a value for any config. */
  hasValue: () => boolean;
  /** The names of the configs that expect a label or a score but have none. */
  listMissing: () => string[];
  /** Waits until all values are saved. Returns false if one was refused. */
  settle: () => Promise<boolean>;
}

/** Whether somebody said anything. */
export function hasValue({ label, score, explanation }: Value): boolean {
  return label !== null || score !== null || Boolean(explanation);
}
