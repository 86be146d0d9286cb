import type { ReactNode, Ref } from 'react';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import type { Judgments, Value } from './use-judgments.js';

/** What a review queue changes about the panel. */
export interface ReviewOptions {
  /** Replaces the configs of the project. */
  configs: readonly AnnotationConfig[];
  /** Whether the item cannot be judged. */
  isReadOnly: boolean;
  /** Whether number keys do nothing, because the next item is on its way. */
  isLocked: boolean;
  /** Whether others’ annotations are hidden, so that they do not influence the reviewer. */
  hidesOthers: boolean;
  /** Shown above the fields. */
  notice: ReactNode;
  handle: Ref<JudgmentsHandle>;
}

/** What a review queue needs to know before it goes on to the next item. */
export interface JudgmentsHandle {
  /** Whether everything is read, and every pressed key applied. */
  isReady: () => boolean;
  /** Whether you gave a value for any config. */
  hasValue: () => boolean;
  /** Waits until all values are saved. Returns false if one was refused. */
  settle: () => Promise<boolean>;
}

/** Whether somebody said anything. */
export function hasValue({ label, score, explanation }: Value): boolean {
  return label !== null || score !== null || Boolean(explanation);
}

/** Whether a label of a config is the current value. */
export function isChosen(
  config: AnnotationConfig | undefined,
  { isLoaded, getValue }: Pick<Judgments, 'isLoaded' | 'getValue'>,
  index: number,
): boolean {
  if (!isLoaded || config?.__typename !== 'CategoricalAnnotationConfig') return false;
  const label = config.values[index]?.label;
  return label !== undefined && getValue(config.name).label === label;
}
