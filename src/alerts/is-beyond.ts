import type { AlertRuleEntity } from './alert-rule.entity.js';

/** Returns whether a value is on the side of the threshold on which a rule fires. */
export function isBeyond(
  { comparison, threshold }: Pick<AlertRuleEntity, 'comparison' | 'threshold'>,
  value: number,
): boolean {
  return comparison === 'ABOVE' ? value > threshold : value < threshold;
}
