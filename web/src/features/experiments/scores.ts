/** The lowest and highest value of a score. */
export interface ScoreRange {
  min: number;
  max: number;
}

interface Summary {
  annotationName: string;
  minScore: number | null;
  maxScore: number | null;
}

interface WithScores {
  dataset: { id: string };
  annotationSummaries: readonly Summary[];
}

/** Returns the range of each score in the given experiments, by dataset and name. */
export function collectScoreRanges(
  experiments: readonly WithScores[],
): Map<string, Map<string, ScoreRange>> {
  const byDataset = new Map<string, Map<string, ScoreRange>>();
  for (const { dataset, annotationSummaries } of experiments) {
    const ranges = byDataset.get(dataset.id) ?? new Map<string, ScoreRange>();
    byDataset.set(dataset.id, ranges);
    for (const { annotationName, minScore, maxScore } of annotationSummaries) {
      if (minScore === null || maxScore === null) continue;
      const range = ranges.get(annotationName) ?? { min: minScore, max: maxScore };
      ranges.set(annotationName, {
        min: Math.min(range.min, minScore),
        max: Math.max(range.max, maxScore),
      });
    }
  }
  return byDataset;
}

/** Returns the names of all scores, the most common first. */
export function listScoreNames(experiments: readonly WithScores[]): string[] {
  const counts = new Map<string, number>();
  for (const { annotationSummaries } of experiments) {
    for (const { annotationName } of annotationSummaries) {
      counts.set(annotationName, (counts.get(annotationName) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .map(([name]) => name);
}

/**
 * Returns the filled fraction of a score’s bar, from 0 to 1. If all scores are equal, there is no
 * range, so the bar shows the score itself, limited to 0 to 1.
 */
export function computeScoreFill(score: number, { min, max }: ScoreRange): number {
  const fill = max > min ? (score - min) / (max - min) : score;
  return Math.min(1, Math.max(0, fill));
}
