/**
 * Annotations with one name and label, as sums. Each annotation has a weight among the scores and
 * one among the labels.
 */
export interface LabelFigures {
  name: string;
  label: string | null;
  count: number;
  scoreCount: number;
  /** Sum of the weighted scores; null without scores, like the next. */
  scoreSum: number | null;
  scoreWeight: number | null;
  /** Null without a label. */
  labelWeight: number | null;
}

/** All annotations with one name. */
export interface SummaryFigures {
  name: string;
  count: number;
  /** Largest share first, like the next. */
  labels: string[];
  labelFractions: { label: string; fraction: number }[];
  /** Null without scores. */
  meanScore: number | null;
  scoreCount: number;
  labelCount: number;
}

/** Adds up the figures of each name. Names stay in their order. */
export function toSummaries(figures: readonly LabelFigures[]): SummaryFigures[] {
  const byName = Map.groupBy(figures, ({ name }) => name);
  return [...byName].map(([name, group]) => {
    const labelled = group.filter(({ label }) => label !== null);
    const labelFractions = toFractions(labelled);
    const scoreWeight = sum(group, (row) => row.scoreWeight ?? 0);
    return {
      name,
      count: sum(group, (row) => row.count),
      labels: labelFractions.map(({ label }) => label),
      labelFractions,
      meanScore:
        scoreWeight > 0
          ? divideSum(
              group.map((row) => row.scoreSum ?? 0),
              scoreWeight,
            )
          : null,
      scoreCount: sum(group, (row) => row.scoreCount),
      labelCount: sum(labelled, (row) => row.count),
    };
  });
}

/** Summarizes the annotations of one target, each with the same weight. Sorted by name. */
export function summarizeAnnotations(
  annotations: readonly { name: string; label: string | null; score: number | null }[],
): SummaryFigures[] {
  const figures = annotations.map(({ name, label, score }) => ({
    name,
    label,
    count: 1,
    scoreCount: score === null ? 0 : 1,
    scoreSum: score,
    scoreWeight: score === null ? null : 1,
    labelWeight: 1,
  }));
  return toSummaries(figures).toSorted((a, b) => compare(a.name, b.name));
}

function toFractions(figures: readonly LabelFigures[]): SummaryFigures['labelFractions'] {
  const total = sum(figures, (row) => row.labelWeight ?? 0);
  return [...Map.groupBy(figures, ({ label }) => label ?? '')]
    .map(([label, group]) => ({
      label,
      fraction: sum(group, (row) => row.labelWeight ?? 0) / total,
    }))
    .toSorted((a, b) => b.fraction - a.fraction || compare(a.label, b.label));
}

/** The sum of scores can exceed the largest number although their mean does not. */
function divideSum(terms: readonly number[], divisor: number): number {
  const total = sum(terms, (term) => term);
  return Number.isFinite(total) ? total / divisor : sum(terms, (term) => term / divisor);
}

function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
