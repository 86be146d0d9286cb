import { formatPlural, formatScore, formatShare } from '../../../lib/format/numbers.js';
import type { Agreement } from './api/queues.js';

/** A measure of agreement, with what it means. */
export interface Measure {
  name: string;
  value: string;
  meaning: string;
}

/**
 * The upper ends of the ranges that Landis and Koch name (“The Measurement of Observer Agreement for
 * Categorical Data”, Biometrics 33, 1977).
 */
const RANGES: readonly [number, string][] = [
  [0, 'no better than chance'],
  [0.2, 'slight agreement'],
  [0.4, 'fair agreement'],
  [0.6, 'moderate agreement'],
  [0.8, 'substantial agreement'],
];

/** Puts a kappa or an alpha in words. */
export function describeReliability(value: number): string {
  return RANGES.find(([end]) => value <= end)?.[1] ?? 'almost perfect agreement';
}

/** Returns the measures of an agreement. Leaves out those that its judgments do not define. */
export function listMeasures(agreement: Agreement): Measure[] {
  const { percentAgreement, cohensKappa, krippendorffsAlpha, meanAbsoluteDifference } = agreement;
  const measures: Measure[] = [];
  if (percentAgreement !== null) {
    measures.push({
      name: 'Equal judgments',
      value: formatShare(percentAgreement),
      meaning: 'How often two people gave an item the same value.',
    });
  }
  if (cohensKappa !== null) {
    measures.push({
      name: 'Cohen’s kappa',
      value: formatScore(cohensKappa),
      meaning: `${capitalize(describeReliability(cohensKappa))}. 1 is full agreement, 0 is what two people reach by chance.`,
    });
  }
  if (krippendorffsAlpha !== null) {
    measures.push({
      name: 'Krippendorff’s alpha',
      value: formatScore(krippendorffsAlpha),
      meaning: `${capitalize(describeReliability(krippendorffsAlpha))}. 1 is full agreement, 0 is chance; counts any number of people.`,
    });
  }
  if (meanAbsoluteDifference !== null) {
    measures.push({
      name: 'Mean difference',
      value: formatScore(meanAbsoluteDifference),
      meaning: 'The average difference between two scores for an item.',
    });
  }
  return measures;
}

/** Says what an agreement is based on, or why there is none. */
export function describeBasis(agreement: Agreement, judgmentsPerItem: number): string {
  const { itemCount, reviewerCount, cohensKappa, krippendorffsAlpha } = agreement;
  if (itemCount === 0) {
    return judgmentsPerItem === 1
      ? 'Not enough judgments. This queue asks for one judgment of each item; ask for two or more to compare people.'
      : 'Not enough judgments. At least two people must finish the same item.';
  }
  const basis = `From ${formatPlural(itemCount, 'item')} that ${formatPlural(reviewerCount, 'person', 'people')} judged.`;
  return cohensKappa === null && krippendorffsAlpha === null
    ? `${basis} Everybody gave the same value to every item, so agreement beyond chance cannot be measured.`
    : basis;
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
