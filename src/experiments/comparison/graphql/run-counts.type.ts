import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { OptimizationDirection as DirectionName } from '../../../annotations/configs/annotation-config.entity.js';
import { OptimizationDirection } from '../../../annotations/configs/graphql/annotation-config.type.js';
import type { JudgedScoreCounts } from '../experiment-comparisons.service.js';
import type { FigureCounts, RunCounts } from '../run-counts.queries.js';

@ObjectType({
  description:
    'The counts of runs of the base that are better or worse in one value than the best mean of the other experiments for the same example.',
})
export class MetricCounts {
  @Field(() => Int)
  numRunsImproved: number;

  @Field(() => Int)
  numRunsRegressed: number;

  @Field(() => Int)
  numRunsEqual: number;

  @Field(() => Int, {
    description: 'Runs without a value, or whose example has no value in any other experiment.',
  })
  numRunsWithoutComparison: number;
}

@ObjectType({
  description: 'A comparison of the runs of the base in latency, tokens and cost. Less is better.',
})
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

@ObjectType({
  description: 'A comparison of the runs of the base in the scores of one evaluation.',
})
export class ExperimentAnnotationComparison {
  @Field(() => String)
  annotationName: string;

  @Field(() => OptimizationDirection, {
    description:
      'The direction of the evaluator of this name, or else of the annotation config. Higher scores are better if neither does.',
  })
  optimizationDirection: DirectionName;

  @Field(() => MetricCounts, {
    description: 'If neither higher nor lower scores are better, only equal runs are counted.',
  })
  counts: MetricCounts;
}

export function toMetricComparisons(counts: FigureCounts): ExperimentRunMetricComparisons {
  const { runCount } = counts;
  return {
    latency: toMetricCounts(counts.latency, runCount),
    totalTokenCount: toMetricCounts(counts.totalTokenCount, runCount),
    promptTokenCount: toMetricCounts(counts.promptTokenCount, runCount),
    completionTokenCount: toMetricCounts(counts.completionTokenCount, runCount),
    totalCost: toMetricCounts(counts.totalCost, runCount),
    promptCost: toMetricCounts(counts.promptCost, runCount),
    completionCost: toMetricCounts(counts.completionCost, runCount),
  };
}

export function toAnnotationComparison(row: JudgedScoreCounts): ExperimentAnnotationComparison {
  const { name, counts, runCount, optimizationDirection } = row;
  return { annotationName: name, optimizationDirection, counts: toMetricCounts(counts, runCount) };
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
