import { Field, Float, ObjectType } from '@nestjs/graphql';
import { ALL_BINS, DataPoint } from '../../../kernel/graphql/data-point.type.js';
import type { SummaryFigures } from '../annotation-summary.js';
import { AnnotationSummary } from './annotation-summary.type.js';

@ObjectType({ description: 'The mean score of the annotations with one name.' })
export class ScoreWithLabel {
  @Field(() => String, { description: 'The name of the annotations.' })
  label: string;

  @Field(() => Float)
  score: number;
}

@ObjectType()
export class AnnotationScoreDataPoint extends DataPoint {
  @Field(() => [ScoreWithLabel], {
    description: 'Sorted by name. Excludes names without a score in this bin.',
  })
  scoresWithLabels: ScoreWithLabel[];
}

@ObjectType()
export class AnnotationScoreTimeSeries {
  @Field(() => [AnnotationScoreDataPoint], ALL_BINS)
  data: AnnotationScoreDataPoint[];

  @Field(() => [String], { description: 'Names with a score in the range, sorted.' })
  names: string[];
}

@ObjectType()
export class AnnotationMetricsDataPoint extends DataPoint {
  @Field(() => [AnnotationSummary], {
    description: 'Sorted by name. Excludes names without annotations in this bin.',
  })
  annotationSummaries: AnnotationSummary[];
}

@ObjectType()
export class AnnotationMetricsTimeSeries {
  @Field(() => [AnnotationMetricsDataPoint], ALL_BINS)
  data: AnnotationMetricsDataPoint[];

  @Field(() => [String], { description: 'Names with annotations in the range, sorted.' })
  names: string[];
}

type Summaries = ReadonlyMap<number, SummaryFigures[]>;

export function toScoreSeries(bins: readonly Date[], rows: Summaries): AnnotationScoreTimeSeries {
  const data = bins.map((timestamp, bin) => ({
    timestamp,
    scoresWithLabels: (rows.get(bin) ?? []).flatMap(({ name, meanScore }) =>
      meanScore === null ? [] : [{ label: name, score: meanScore }],
    ),
  }));
  const names = data.flatMap(({ scoresWithLabels }) => scoresWithLabels.map(({ label }) => label));
  return { data, names: sortNames(names) };
}

export function toMetricsSeries(
  bins: readonly Date[],
  rows: Summaries,
): AnnotationMetricsTimeSeries {
  const data = bins.map((timestamp, bin) => ({
    timestamp,
    annotationSummaries: rows.get(bin) ?? [],
  }));
  const names = data.flatMap(({ annotationSummaries }) =>
    annotationSummaries.map(({ name }) => name),
  );
  return { data, names: sortNames(names) };
}

function sortNames(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
