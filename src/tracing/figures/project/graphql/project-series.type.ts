import { addCost, type CostParts } from '../../../../spans/cost-details.js';
import { Field, Float, HideField, Int, ObjectType } from '@nestjs/graphql';
import { ALL_BINS, DataPoint } from '../../../../kernel/graphql/data-point.type.js';
import {
  type CountBin,
  type LatencyBin,
  PROBABILITIES,
  type TokensBin,
} from '../project-series.queries.js';
import type { Bins, SeriesKey } from './project-series.loader.js';

@ObjectType()
export class CountDataPoint extends DataPoint {
  @Field(() => Int)
  value: number;
}

@ObjectType({ description: 'A trace counts as failed if at least one of its spans failed.' })
export class CountByStatusDataPoint extends DataPoint {
  @Field(() => Int)
  okCount: number;

  @Field(() => Int)
  errorCount: number;

  @Field(() => Int, {
    description: 'Neither failed nor marked as successful. Always 0 for traces.',
  })
  unsetCount: number;

  @Field(() => Int)
  totalCount: number;
}

@ObjectType({ description: 'The tokens of one type.' })
export class TokenTypeCount {
  @Field(() => String, { description: '`input`, `output`, `cache_read` and so on.' })
  tokenType: string;

  @Field(() => Float)
  tokens: number;
}

@ObjectType()
export class TokenCountDataPoint extends DataPoint {
  @Field(() => Float)
  prompt: number;

  @Field(() => Float)
  completion: number;

  @Field(() => Float)
  total: number;

  @HideField()
  bin: number;

  @HideField()
  series: SeriesKey;
}

@ObjectType({ description: 'US dollars. Null if no price is known, and for empty bins.' })
export class CostDataPoint extends DataPoint {
  @Field(() => Float, { nullable: true })
  promptCost: number | null;

  @Field(() => Float, { nullable: true })
  completionCost: number | null;

  @Field(() => Float, { nullable: true })
  totalCost: number | null;
}

@ObjectType({ description: 'Quantiles in milliseconds. Null for empty bins.' })
export class LatencyDataPoint extends DataPoint {
  @Field(() => Float, { nullable: true })
  p50: number | null;

  @Field(() => Float, { nullable: true })
  p75: number | null;

  @Field(() => Float, { nullable: true })
  p90: number | null;

  @Field(() => Float, { nullable: true })
  p95: number | null;

  @Field(() => Float, { nullable: true })
  p99: number | null;

  @Field(() => Float, { nullable: true })
  p999: number | null;

  @Field(() => Float, { nullable: true })
  max: number | null;
}

@ObjectType()
export class CountTimeSeries {
  @Field(() => [CountDataPoint], ALL_BINS)
  data: CountDataPoint[];
}

@ObjectType()
export class CountByStatusTimeSeries {
  @Field(() => [CountByStatusDataPoint], ALL_BINS)
  data: CountByStatusDataPoint[];
}

@ObjectType()
export class TokenCountTimeSeries {
  @Field(() => [TokenCountDataPoint], ALL_BINS)
  data: TokenCountDataPoint[];
}

@ObjectType()
export class CostTimeSeries {
  @Field(() => [CostDataPoint], ALL_BINS)
  data: CostDataPoint[];
}

@ObjectType()
export class LatencyTimeSeries {
  @Field(() => [LatencyDataPoint], ALL_BINS)
  data: LatencyDataPoint[];
}

export function toCounts(bins: readonly Date[], rows: Bins<CountBin>): CountByStatusDataPoint[] {
  return bins.map((timestamp, bin) => {
    const [{ total, ok, failed } = { total: 0, ok: 0, failed: 0 }] = rows.get(bin) ?? [];
    return {
      timestamp,
      okCount: ok,
      errorCount: failed,
      unsetCount: total - ok - failed,
      totalCount: total,
    };
  });
}

export function toTokenCounts(series: SeriesKey, rows: Bins<TokensBin>): TokenCountDataPoint[] {
  return series.bins.map((timestamp, bin) => {
    const [{ prompt, completion } = { prompt: 0, completion: 0 }] = rows.get(bin) ?? [];
    return { timestamp, prompt, completion, total: prompt + completion, bin, series };
  });
}

export function toCosts(bins: readonly Date[], rows: Bins<CostParts>): CostDataPoint[] {
  return bins.map((timestamp, bin) => {
    const [cost = { promptCost: null, completionCost: null }] = rows.get(bin) ?? [];
    const { promptCost, completionCost } = cost;
    return { timestamp, promptCost, completionCost, totalCost: addCost(cost) };
  });
}

const LATENCY_FIELDS = ['p50', 'p75', 'p90', 'p95', 'p99', 'p999', 'max'] as const;

export function toLatencies(bins: readonly Date[], rows: Bins<LatencyBin>): LatencyDataPoint[] {
  return bins.map((timestamp, bin) => {
    const quantiles = rows.get(bin)?.[0]?.quantiles ?? PROBABILITIES.map(() => null);
    const entries = LATENCY_FIELDS.map((field, index) => [field, quantiles[index] ?? null]);
    return { timestamp, ...(Object.fromEntries(entries) as Omit<LatencyDataPoint, 'timestamp'>) };
  });
}
