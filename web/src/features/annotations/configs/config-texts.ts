import { formatScore } from '../../../lib/format/numbers.js';
import type { AnnotationConfig } from './api/annotation-configs.js';
import type { ConfigType, Direction } from './config-draft.js';

/** The types, in the order of the form. */
export const CONFIG_TYPES: readonly { value: ConfigType; label: string; note: string }[] = [
  { value: 'categorical', label: 'Categorical', note: 'Annotators choose one of several labels.' },
  { value: 'continuous', label: 'Continuous', note: 'Annotators give a score.' },
  { value: 'freeform', label: 'Free text', note: 'Annotators write a text.' },
];

/** The directions, in the order of the form. */
export const DIRECTIONS: readonly { value: Direction; label: string }[] = [
  { value: 'MAXIMIZE', label: 'Higher' },
  { value: 'MINIMIZE', label: 'Lower' },
  { value: 'NONE', label: 'Neither' },
];

const TYPE_LABELS: Record<AnnotationConfig['__typename'], string> = {
  CategoricalAnnotationConfig: 'Categorical',
  ContinuousAnnotationConfig: 'Continuous',
  FreeformAnnotationConfig: 'Free text',
};

export function getTypeLabel({ __typename }: Pick<AnnotationConfig, '__typename'>): string {
  return TYPE_LABELS[__typename];
}

/** Returns the scores that a config allows: `0 to 1`, `at least 0`, or undefined for any. */
export function describeBounds(lower: number | null, upper: number | null): string | undefined {
  if (lower !== null && upper !== null) return `${formatScore(lower)} to ${formatScore(upper)}`;
  if (lower !== null) return `at least ${formatScore(lower)}`;
  if (upper !== null) return `at most ${formatScore(upper)}`;
  return undefined;
}

/** Returns the values that annotators can give, for one line of text. */
export function describeValues(config: AnnotationConfig): string {
  if (config.__typename === 'CategoricalAnnotationConfig') {
    return config.values.map(({ label, score }) => describeLabel(label, score)).join(', ');
  }
  const bounds = describeBounds(config.lowerBound, config.upperBound);
  if (config.__typename === 'ContinuousAnnotationConfig') return bounds ?? 'any score';
  const threshold =
    config.threshold === null ? undefined : `threshold ${formatScore(config.threshold)}`;
  return [bounds, threshold].filter(Boolean).join(', ') || 'any text';
}

function describeLabel(label: string, score: number | null): string {
  return score === null ? label : `${label} (${formatScore(score)})`;
}
