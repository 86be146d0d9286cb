/** An annotation of the target with a number. */
export interface GivenAnnotation {
  target: number;
  name: string;
  identifier: string;
  label: string | null;
  score: number | null;
}

export interface ExpectedSummary {
  name: string;
  count: number;
  labels: string[];
  labelFractions: { label: string; fraction: unknown }[];
  meanScore: unknown;
  scoreCount: number;
  labelCount: number;
}

/**
 * The mean over targets of the means in each of them, with labels in their order. Matches numbers
 * that differ by rounding.
 */
export function expectedSummaries(annotations: readonly GivenAnnotation[]): ExpectedSummary[] {
  return [...Map.groupBy(annotations, ({ name }) => name)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => {
      const targets = [...Map.groupBy(all, ({ target }) => target).values()];
      const means = targets.flatMap((rows) => mean(scoresOf(rows)) ?? []);
      const labelled = targets.map(labelsOf).filter((labels) => labels.length > 0);
      const labels = [...new Set(labelled.flat())]
        .map((label) => ({
          label,
          fraction: mean(
            labelled.map((own) => own.filter((l) => l === label).length / own.length),
          )!,
        }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1));
      const score = mean(means);
      return {
        name,
        count: all.length,
        labels: labels.map(({ label }) => label),
        labelFractions: labels.map(({ label, fraction }) => ({
          label,
          fraction: expect.closeTo(fraction, 9),
        })),
        meanScore: score === null ? null : expect.closeTo(score, 9),
        scoreCount: scoresOf(all).length,
        labelCount: labelsOf(all).length,
      };
    });
}

function scoresOf(rows: readonly GivenAnnotation[]): number[] {
  return rows.flatMap(({ score }) => score ?? []);
}

function labelsOf(rows: readonly GivenAnnotation[]): string[] {
  return rows.flatMap(({ label }) => label ?? []);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Puts labels in their order, because rounding decides between equal shares. */
export function withSortedLabels<T extends Pick<ExpectedSummary, 'labels' | 'labelFractions'>>(
  summary: T,
): T {
  return {
    ...summary,
    labels: summary.labels.toSorted(),
    labelFractions: summary.labelFractions.toSorted((a, b) => (a.label < b.label ? -1 : 1)),
  };
}
