import { describeBounds, describeLabels } from '../../../components/score-labels/score-texts.js';
import { formatScore } from '../../../lib/format/numbers.js';
import type { AnnotationConfig } from './api/annotation-configs.js';
import type { ConfigType } from './config-draft.js';

/** The types, in the order of the form. */
export const CONFIG_TYPES: readonly { value: ConfigType; label: string; note: string }[] = [
  { value: 'categorical', label: 'Categorical', note: 'Annotators choose one of several labels.' },
  { value: 'continuous', label: 'Continuous', note: 'Annotators give a score.' },
  { value: 'freeform', label: 'Free text', note: 'Annotators write a text.' },
];

const TYPE_LABELS: Record<AnnotationConfig['__typename'], string> = {
  CategoricalAnnotationConfig: 'Categorical',
  ContinuousAnnotationConfig: 'Continuous',
  FreeformAnnotationConfig: 'Free text',
};

export function getTypeLabel({ __typename }: Pick<AnnotationConfig, '__typename'>): string {
  return TYPE_LABELS[__typename];
}

/** Returns the values that annotators can give, for one line of text. */
export function describeValues(config: AnnotationConfig): string {
  if (config.__typename === 'CategoricalAnnotationConfig') {
    return describeLabels(config.values);
  }
  const bounds = describeBounds(config.lowerBound, config.upperBound);
  if (config.__typename === 'ContinuousAnnotationConfig') return bounds ?? 'any score';
  const threshold =
    config.threshold === null ? undefined : `threshold ${formatScore(config.threshold)}`;
  return [bounds, threshold].filter(Boolean).join(', ') || 'any text';
}
