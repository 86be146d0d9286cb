import { Injectable } from '@nestjs/common';
import type { Chart } from '../charts/chart.js';
import { ChartAggregation, ChartEntity, ChartKind, ChartMeasure } from '../charts/chart.enum.js';
import { ChartsService } from '../charts/charts.service.js';
import { RollupsQueries } from '../rollups/rollups.queries.js';

/** A figure of a project. The error rate is a part of 1, latencies are milliseconds, costs US dollars. */
export type MeasureName =
  | 'COUNT'
  | 'ERROR_RATE'
  | 'LATENCY_P50'
  | 'LATENCY_P95'
  | 'LATENCY_P99'
  | 'TOKENS'
  | 'COST'
  | 'SCORE';

/** What to measure. */
export interface Measured {
  target: 'TRACES' | 'SPANS';
  /** In the filter language; empty for all. */
  condition: string;
  measure: MeasureName;
  /** The name of the annotations whose scores are averaged. */
  annotation: string | null;
}

/** Times from `start` (inclusive) to `end` (exclusive). */
export interface MeasuredRange {
  start: string;
  end: string;
}

/** The figures of a project that rollups have; null if there are no traces. */
export type RolledMeasures = Record<Exclude<MeasureName, 'SCORE'>, number | null>;

const NO_TRACES: RolledMeasures = {
  COUNT: 0,
  ERROR_RATE: null,
  LATENCY_P50: null,
  LATENCY_P95: null,
  LATENCY_P99: null,
  TOKENS: 0,
  COST: 0,
};

const PROBABILITIES = [0.5, 0.95, 0.99];

const CHARTS: Record<MeasureName, Pick<Chart, 'aggregation' | 'measure'>> = {
  COUNT: { aggregation: ChartAggregation.COUNT },
  ERROR_RATE: { aggregation: ChartAggregation.ERROR_RATE },
  LATENCY_P50: { aggregation: ChartAggregation.P50, measure: ChartMeasure.LATENCY_MS },
  LATENCY_P95: { aggregation: ChartAggregation.P95, measure: ChartMeasure.LATENCY_MS },
  LATENCY_P99: { aggregation: ChartAggregation.P99, measure: ChartMeasure.LATENCY_MS },
  TOKENS: { aggregation: ChartAggregation.SUM, measure: ChartMeasure.TOTAL_TOKENS },
  COST: { aggregation: ChartAggregation.SUM, measure: ChartMeasure.COST },
  SCORE: { aggregation: ChartAggregation.MEAN_SCORE },
};

const ADDITIVE: readonly MeasureName[] = ['COUNT', 'TOKENS', 'COST'];

/** Whether rollups have a figure. All others read rows. */
export function isRolled({ target, condition, measure }: Measured): boolean {
  return target === 'TRACES' && condition.trim() === '' && measure !== 'SCORE';
}

/** Measures projects in windows of time. */
@Injectable()
export class MeasuresService {
  constructor(
    private readonly rollups: RollupsQueries,
    private readonly charts: ChartsService,
  ) {}

  /** @throws FilterSyntaxError for a mistake in the condition, BadRequestError without an annotation. */
  check(measured: Measured): void {
    this.charts.check(toChart(measured, ChartKind.NUMBER));
  }

  /**
   * Reads what rollups have, for many projects at once.
   * @param withLatencies latencies take longer than the rest, so they are null unless this is true.
   */
  async readRolled(
    projectIds: readonly number[],
    range: MeasuredRange,
    withLatencies: boolean,
  ): Promise<Map<number, RolledMeasures>> {
    const sums = await this.rollups.readSums<Sums>('traces', projectIds, range, SUMS);
    const measures = new Map(
      sums.map(({ projectId, count, failed, tokens, cost }) => [
        projectId,
        { ...NO_TRACES, COUNT: count, ERROR_RATE: failed / count, TOKENS: tokens, COST: cost },
      ]),
    );
    if (withLatencies) {
      const found = await this.rollups.readQuantiles([...measures.keys()], range, PROBABILITIES);
      for (const { projectId, quantiles } of found) {
        const [LATENCY_P50 = null, LATENCY_P95 = null, LATENCY_P99 = null] = quantiles;
        Object.assign(measures.get(projectId)!, { LATENCY_P50, LATENCY_P95, LATENCY_P99 });
      }
    }
    return new Map(projectIds.map((id) => [id, measures.get(id) ?? NO_TRACES]));
  }

  /**
   * Reads one figure from rows; null if there are none. If many rows meet the condition, it is
   * estimated from a sample.
   * @throws BadRequestError if it takes too long.
   */
  async read(
    projectId: number,
    measured: Measured,
    { start, end }: MeasuredRange,
    longestSeconds: number,
  ): Promise<number | null> {
    const chart = toChart(measured, ChartKind.NUMBER);
    const range = { start, end, bins: [new Date(start)], longestSeconds };
    const { groups } = await this.charts.compute(projectId, chart, range);
    return groups[0]?.value ?? emptyValue(measured);
  }

  /** Reads one figure for each bin, in the same way. */
  async readBins(
    projectId: number,
    measured: Measured,
    bins: readonly Date[],
    end: string,
    longestSeconds: number,
  ): Promise<(number | null)[]> {
    const chart = toChart(measured, ChartKind.LINES);
    const range = { start: bins[0]!.toISOString(), end, bins, longestSeconds };
    const { groups } = await this.charts.compute(projectId, chart, range);
    return groups[0]?.values ?? bins.map(() => emptyValue(measured));
  }
}

interface Sums {
  projectId: number;
  count: number;
  failed: number;
  tokens: number;
  cost: number;
}

const SUMS = `sum(r.trace_count)::int8 AS count, sum(r.failed_trace_count)::int8 AS failed,
  sum(r.trace_prompt_tokens + r.trace_completion_tokens)::float8 AS tokens,
  coalesce(sum(r.trace_prompt_cost), 0) + coalesce(sum(r.trace_completion_cost), 0) AS cost`;

function emptyValue({ measure }: Measured): number | null {
  return ADDITIVE.includes(measure) ? 0 : null;
}

function toChart({ target, condition, measure, annotation }: Measured, kind: ChartKind): Chart {
  const entity = target === 'TRACES' ? ChartEntity.TRACES : ChartEntity.SPANS;
  return { entity, kind, ...CHARTS[measure], annotation, condition, groupLimit: 1 };
}
