import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import type { Value } from './use-judgments.js';

/** The number keys that give a value for a config, in ascending order. */
export function listDigits(config: AnnotationConfig): readonly number[] {
  if (config.__typename === 'CategoricalAnnotationConfig') {
    return config.values.slice(0, 9).map((_, index) => index + 1);
  }
  if (config.__typename !== 'ContinuousAnnotationConfig') return [];
  const { lowerBound: low, upperBound: high } = config;
  if (low === null || high === null || !isScale(low, high) || low < 0 || high > 9) return [];
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

/** Whether scores are whole numbers, such as 1 to 5. From 0 to 1, those in between count. */
export function isScale(low: number, high: number): boolean {
  return Number.isInteger(low) && Number.isInteger(high) && high - low > 1;
}

/** Returns the value that a number key gives; undefined if the config does not use the key. */
export function readDigit(
  config: AnnotationConfig,
  digit: number,
): Pick<Value, 'label' | 'score'> | undefined {
  if (!listDigits(config).includes(digit)) return undefined;
  if (config.__typename !== 'CategoricalAnnotationConfig') return { label: null, score: digit };
  const { label, score } = config.values[digit - 1]!;
  return { label, score };
}

/** Whether a value has the label, or without labels the score, of another. */
export function isSame(value: Value, given: Pick<Value, 'label' | 'score'>): boolean {
  return given.label === null ? value.score === given.score : value.label === given.label;
}

/** Returns what choosing a label or score changes: choosing it again removes it. */
export function toggleChoice(
  value: Value,
  given: Pick<Value, 'label' | 'score'>,
): Pick<Value, 'label' | 'score'> {
  return isSame(value, given) ? { label: null, score: null } : given;
}
