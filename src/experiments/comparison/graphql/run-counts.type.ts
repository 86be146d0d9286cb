import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { FigureCounts, RunCounts, ScoreCounts } from '../run-counts.queries.js';

@ObjectType({
  description:
    'How the runs of the base do by one value: each against the best mean that any other experiment has for its example.',
})
export class MetricCounts {
  @Field(() => Int)
  numRunsImproved: number;

  @Field(() => Int)
  numRunsRegressed: number;

  @Field(() => Int)
  numRunsEqual: number;

  @Field(() => Int, { description: 'Where the run or all others have no value.' })
  numRunsWithoutComparison: number;
}

@ObjectType({ description: 'How the runs of the base do by what they took: the less the better.' })
export class ExperimentRunMetricComparisons {
  @Field(() => MetricCounts)
  latency: MetricCounts;

  @Field(() => MetricCounts)
  totalTokenCount: MetricCounts;

  @Field(() => MetricCounts)
  promptTokenCount: MetricCounts;

  @Field(() => MetricCounts)
  completionTokenCount: MetricCounts;

  @Field(() => MetricCounts)
  totalCost: MetricCounts;

  @Field(() => MetricCounts)
  promptCost: MetricCounts;

  @Field(() => MetricCounts)
  completionCost: MetricCounts;
}

@ObjectType({ description: 'How the runs of the base do by the scores of one evaluation.' })
export class ExperimentAnnotationComparison {
  @Field(() => String)
  annotationName: string;

  @Field(() => MetricCounts, { description: 'The higher the score, the better.' })
  counts: MetricCounts;
}

/** No price is known yet, so no run can be compared by its cost. */
export function toMetricComparisons(counts: FigureCounts): ExperimentRunMetricComparisons {
  const { runCount } = counts;
  const costs = toMetricCounts({ improved: 0, regressed: 0, equal: 0 }, runCount);
  return {
    latency: toMetricCounts(counts.latency, runCount),
    totalTokenCount: toMetricCounts(counts.totalTokenCount, runCount),
    promptTokenCount: toMetricCounts(counts.promptTokenCount, runCount),
    completionTokenCount: toMetricCounts(counts.completionTokenCount, runCount),
    totalCost: costs,
    promptCost: costs,
    completionCost: costs,
  };
}

export function toAnnotationComparison(row: ScoreCounts): ExperimentAnnotationComparison {
  return { annotationName: row.name, counts: toMetricCounts(row.counts, row.runCount) };
}

function toMetricCounts(counts: RunCounts, runCount: number): MetricCounts {
  const { improved, regressed, equal } = counts;
  return {
    numRunsImproved: improved,
    numRunsRegressed: regressed,
    numRunsEqual: equal,
    numRunsWithoutComparison: runCount - improved - regressed - equal,
  };
}
