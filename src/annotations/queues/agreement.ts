/** The label or score that one reviewer gave to one item. */
export interface Rating<V> {
  reviewerId: number;
  value: V;
}

/** The ratings of one item, at most one per reviewer. */
export type RatedItem<V> = readonly Rating<V>[];

/** The agreement of reviewers. A measure is null if the ratings do not define it. */
export interface Agreement {
  /** Number of items that two or more people rated. All measures are about these items. */
  itemCount: number;
  reviewerCount: number;
  /** Share of pairs of ratings of one item that are equal, averaged over items; 0 to 1. */
  percentAgreement: number | null;
  cohensKappa: number | null;
  krippendorffsAlpha: number | null;
  /** Between two ratings of one item, averaged over items. */
  meanAbsoluteDifference: number | null;
}

/** Measures the agreement on labels, which either are equal or differ. */
export function measureLabelAgreement(items: readonly RatedItem<string>[]): Agreement {
  const compared = items.filter((item) => item.length > 1);
  return {
    ...countOf(compared),
    percentAgreement: meanOverPairs(compared, (a, b) => (a === b ? 1 : 0)),
    cohensKappa: cohensKappa(compared),
    krippendorffsAlpha: nominalAlpha(compared),
    meanAbsoluteDifference: null,
  };
}

/** Measures the agreement on scores, by how far they are apart. */
export function measureScoreAgreement(items: readonly RatedItem<number>[]): Agreement {
  const compared = items.filter((item) => item.length > 1);
  return {
    ...countOf(compared),
    percentAgreement: meanOverPairs(compared, (a, b) => (a === b ? 1 : 0)),
    cohensKappa: null,
    krippendorffsAlpha: intervalAlpha(compared),
    meanAbsoluteDifference: meanOverPairs(compared, (a, b) => Math.abs(a - b)),
  };
}

/**
 * Cohen's kappa, `(po - pe) / (1 - pe)`: the agreement of two people beyond what chance gives if
 * both keep to how often they choose each label. Null unless exactly two people rated the items,
 * and if both always chose the same label.
 *
 * J. Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological
 * Measurement 20 (1960), pages 37 to 46.
 */
function cohensKappa(items: readonly RatedItem<string>[]): number | null {
  const [first, second, ...others] = reviewersOf(items);
  if (first === undefined || second === undefined || others.length > 0) return null;
  const [firstCounts, secondCounts] = [first, second].map((reviewer) =>
    countValues(items.map((item) => item.find(({ reviewerId }) => reviewerId === reviewer)!.value)),
  ) as [Map<string, number>, Map<string, number>];
  const observed = items.filter(([a, b]) => a!.value === b!.value).length / items.length;
  let expected = 0;
  for (const [label, count] of firstCounts) {
    expected += (count * (secondCounts.get(label) ?? 0)) / items.length ** 2;
  }
  return expected === 1 ? null : (observed - expected) / (1 - expected);
}

/**
 * Krippendorff's alpha, `1 - Do / De`, with the nominal metric: any number of people, of whom each
 * may have rated other items. Null if all ratings are equal.
 *
 * K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011),
 * https://repository.upenn.edu/handle/20.500.14332/2089
 */
function nominalAlpha(items: readonly RatedItem<string>[]): number | null {
  let observed = 0;
  for (const item of items)
    observed += unequalPairs(item.map(({ value }) => value)) / (item.length - 1);
  const values = items.flat().map(({ value }) => value);
  return toAlpha(observed, unequalPairs(values), values.length);
}

/** Like `nominalAlpha`, with the interval metric, the square of the difference. */
function intervalAlpha(items: readonly RatedItem<number>[]): number | null {
  let observed = 0;
  for (const item of items) {
    observed += squaredDifferences(item.map(({ value }) => value)) / (item.length - 1);
  }
  const values = items.flat().map(({ value }) => value);
  return toAlpha(observed, squaredDifferences(values), values.length);
}

/** @param observed sum over items, expected sum over all pairs of the `count` ratings. */
function toAlpha(observed: number, expected: number, count: number): number | null {
  const alpha = 1 - ((count - 1) * observed) / expected;
  return Number.isFinite(alpha) ? alpha : null;
}

/** Number of ordered pairs of values that differ. */
function unequalPairs(values: readonly string[]): number {
  let equal = 0;
  for (const count of countValues(values).values()) equal += count * count;
  return values.length ** 2 - equal;
}

/** Sum of the squared differences over ordered pairs, which is 2n times the squared deviations. */
function squaredDifferences(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return 2 * values.length * values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/** Averages a figure over the pairs of each item, then over items. */
function meanOverPairs<V>(
  items: readonly RatedItem<V>[],
  figureOf: (a: V, b: V) => number,
): number | null {
  let sum = 0;
  for (const item of items) {
    let sumOfItem = 0;
    for (const [at, { value }] of item.entries()) {
      for (const other of item.slice(at + 1)) sumOfItem += figureOf(value, other.value);
    }
    sum += sumOfItem / ((item.length * (item.length - 1)) / 2);
  }
  const mean = sum / items.length;
  return Number.isFinite(mean) ? mean : null;
}

function countOf<V>(items: readonly RatedItem<V>[]) {
  return { itemCount: items.length, reviewerCount: reviewersOf(items).length };
}

function reviewersOf<V>(items: readonly RatedItem<V>[]): number[] {
  return [...new Set(items.flatMap((item) => item.map(({ reviewerId }) => reviewerId)))];
}

function countValues(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
