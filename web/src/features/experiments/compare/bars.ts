import type { ComparedExperiment } from '../api/compared-experiments.js';
import { computeScoreFill, type ScoreRange } from '../scores.js';

/** One experiment’s value as a bar, next to the bars of the others. */
export interface Bar {
  id: string;
  value: number | null;
  /** The filled fraction of the bar, from 0 to 1. */
  fill: number;
}

/** Returns bars for mean scores, from the lowest to the highest score of the dataset. */
export function createScoreBars(
  experiments: readonly ComparedExperiment[],
  name: string,
  range: ScoreRange,
): Bar[] {
  return experiments.map(({ id, annotationSummaries }) => {
    const summary = annotationSummaries.find(({ annotationName }) => annotationName === name);
    const value = summary?.meanScore ?? null;
    return { id, value, fill: value === null ? 0 : computeScoreFill(value, range) };
  });
}

/** Returns bars for values, from zero to the largest. */
export function createLengthBars(
  experiments: readonly ComparedExperiment[],
  valueOf: (experiment: ComparedExperiment) => number | null,
): Bar[] {
  const bars = experiments.map((one) => ({ id: one.id, value: valueOf(one) }));
  const largest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  return bars.map((bar) => ({ ...bar, fill: largest > 0 ? (bar.value ?? 0) / largest : 0 }));
}

const LABELS_SHOWN = 4;

/** Returns the most frequent labels of an evaluator, with their shares of all labels. */
export function findTopLabels(experiment: ComparedExperiment, name: string) {
  const summary = experiment.labels.find(({ annotationName }) => annotationName === name);
  return (summary?.labelFractions ?? [])
    .toSorted((a, b) => b.fraction - a.fraction)
    .slice(0, LABELS_SHOWN);
}
