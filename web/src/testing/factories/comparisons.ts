import {
  type ComparedExample,
  ComparedExampleQuery,
} from '../../features/experiments/api/compared-example.js';
import {
  type ComparedExperiment,
  ComparedExperimentsQuery,
} from '../../features/experiments/api/compared-experiments.js';
import { type ComparisonRow, ComparisonQuery } from '../../features/experiments/api/comparison.js';
import {
  ComparisonCountsQuery,
  type Counts,
} from '../../features/experiments/api/comparison-counts.js';
import type { ExperimentRow } from '../../features/experiments/api/experiments-list.js';
import type { RunDetail } from '../../features/experiments/api/run.js';
import { aConnection, answer, type Answer } from '../answers.js';
import { anExample, DATASET, scoresOfDataset } from './experiments.js';

/** The path of a comparison of experiments, by their numbers. */
export const comparisonPath = (numbers: readonly number[], more = '') =>
  `/datasets/${DATASET.id}/compare?${numbers.map((number) => `experimentId=experiment-${number}`).join('&')}${more}`;

/** A compared experiment. */
export function aComparedExperiment(
  row: ExperimentRow,
  labels: ComparedExperiment['labels'] = [],
): ComparedExperiment {
  return { ...row, datasetVersion: { id: 'version-1' }, labels };
}

/** The example at a place, with the runs of each compared experiment. */
export function aComparedExample(
  place: number,
  runs: Readonly<Record<number, readonly RunDetail[]>>,
): ComparedExample {
  return {
    __typename: 'DatasetExample',
    ...anExample(place),
    experimentRepeatedRunGroups: Object.entries(runs).map(([number, group]) => ({
      id: `group-${number}-${place}`,
      experimentId: `experiment-${number}`,
      runs: [...group],
    })),
  };
}

/** How often other experiments are better and worse than the base. */
export const someCounts = (better = 0, worse = 0, same = 0, without = 0): Counts => ({
  numRunsImproved: worse,
  numRunsRegressed: better,
  numRunsEqual: same,
  numRunsWithoutComparison: without,
});

/** Answers what the comparison asks: about experiments, and examples with their runs. */
export function compareExperiments(
  experiments: readonly ComparedExperiment[],
  examples: readonly ComparedExample[],
): Answer[] {
  return [
    answer(ComparedExperimentsQuery, ({ ids }) => ({
      node: {
        __typename: 'Dataset' as const,
        ...DATASET,
        experimentCount: experiments.length,
        experiments: {
          edges: experiments.filter(({ id }) => ids.includes(id)).map((node) => ({ node })),
        },
      },
    })),
    answer(ComparisonQuery, { compareExperiments: aConnection(examples.map(toComparisonRow)) }),
    answer(ComparisonCountsQuery, {
      experimentRunMetricComparisons: {
        latency: someCounts(3),
        totalTokenCount: someCounts(),
        promptTokenCount: someCounts(),
        completionTokenCount: someCounts(),
        totalCost: someCounts(),
      },
      experimentAnnotationComparisons: [
        {
          annotationName: 'exact',
          optimizationDirection: 'MAXIMIZE' as const,
          counts: someCounts(9, 5, 14, 2),
        },
      ],
    }),
    answer(ComparedExampleQuery, ({ id }) => ({
      node: examples.find((example) => example.id === id) ?? { __typename: 'Dataset' as const },
    })),
    scoresOfDataset('exact'),
  ];
}

function toComparisonRow(example: ComparedExample): ComparisonRow {
  const { experimentRepeatedRunGroups: repeatedRunGroups, ...rest } = example;
  return { id: `row-${example.id}`, example: rest, repeatedRunGroups };
}
