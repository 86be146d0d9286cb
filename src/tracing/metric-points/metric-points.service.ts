import { Injectable } from '@nestjs/common';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { MetricKind } from './metric-kind.enum.js';
import {
  findKind,
  listAttributes,
  listMetrics,
  type ProjectMetric,
} from './metric-points.queries.js';
import { AGGREGATIONS, KIND_NAMES, type PointAggregation } from './point-aggregation.js';
import { type PointSelection, selectPointCells } from './point-cells.js';

export type { ProjectMetric };

/** The points of a metric to add up. */
export interface SeriesInput {
  name: string;
  /** Beginnings of the bins, in order. */
  bins: readonly Date[];
  /** Exclusive. */
  end: Date;
  /** The attribute by which to split; null for one series. */
  groupBy: string | null;
}

/** The sums of the points of a metric that have one value of an attribute. */
export interface MetricSeries {
  /** Null for points without the attribute, or if there is only one series. */
  key: string | null;
  /** For each bin: what was added; of a gauge, the mean; null if there were no points. */
  values: (number | null)[];
  /** For each bin: how many values a histogram got; of others, how many points there were. */
  counts: number[];
}

/** Series with the highest values. */
const MAX_SERIES = 50;

/** The points of a metric to read. */
export type CellsInput = Omit<PointSelection, 'projectId' | 'kind' | 'end'> & {
  end: string | null;
  /** How long it may take; as long as other figures by default. */
  maxSeconds?: number | undefined;
};

/** The points of a group in a bin. */
export interface PointCell {
  /** From 1 on. The groups after the last one shown share a place. */
  place: number;
  /** Null for points without the attribute, and for the groups that share a place. */
  key: string | null;
  /** The number of the bin; null for the whole range. */
  bin: number | null;
  rowCount: number;
  value: number;
  /** How many groups there are. */
  groupCount: number;
}

const MINUTE_MS = 60_000;

/** Lists the metrics of projects, and reads their series, for REST and GraphQL. */
@Injectable()
export class MetricPointsService {
  constructor(private readonly reader: DatabaseReader) {}

  /** Lists the metrics that were sent to each project, by name. */
  async listByProject(projectIds: readonly number[]): Promise<ProjectMetric[][]> {
    const rows = await listMetrics(this.reader, projectIds);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /**
   * Adds up the points of a metric by time and, if wanted, by an attribute. At most 50 series, those with the
   * highest sums.
   * @throws BadRequestError if it takes too long.
   */
  async readSeries(
    projectId: number,
    { name, bins, end, groupBy }: SeriesInput,
  ): Promise<MetricSeries[]> {
    const kind = await findKind(this.reader, projectId, name);
    const [first] = bins;
    if (!first || kind === null) return [];
    const cells = await this.readOfKind(projectId, kind, {
      name,
      aggregation: kind === MetricKind.GAUGE ? 'MEAN' : 'SUM',
      condition: null,
      groupBy,
      groupLimit: MAX_SERIES,
      groupOrder: 'HIGHEST',
      start: first.toISOString(),
      end: end.toISOString(),
      bins,
    });
    const shown = cells.filter(({ place }) => place <= MAX_SERIES);
    const series = [...Map.groupBy(shown, ({ key }) => key)].toSorted(([a], [b]) =>
      compareKeys(a, b),
    );
    return series.map(([key, ofSeries]) => {
      const byBin = new Map(ofSeries.map((cell) => [cell.bin, cell]));
      return {
        key,
        values: bins.map((_, at) => byBin.get(at)?.value ?? null),
        counts: bins.map((_, at) => byBin.get(at)?.rowCount ?? 0),
      };
    });
  }

  /**
   * Reads the cells of the largest groups of a metric that are not empty, for each bin and for the whole range. None
   * if the project has no such metric. Rates are per minute.
   * @throws BadRequestError if the aggregation does not fit the metric, or it takes too long.
   */
  async readCells(projectId: number, input: CellsInput): Promise<PointCell[]> {
    const kind = await findKind(this.reader, projectId, input.name);
    if (kind === null) return [];
    assertFits(input.name, kind, input.aggregation);
    return this.readOfKind(projectId, kind, input);
  }

  /** Lists the names of the attributes that the last points of a metric have. */
  listAttributes(projectId: number, name: string): Promise<string[]> {
    return listAttributes(this.reader, projectId, name);
  }

  /** @throws BadRequestError if a project has the metric, and the aggregation does not fit it. */
  async assertFits(projectId: number, name: string, aggregation: PointAggregation): Promise<void> {
    const kind = await findKind(this.reader, projectId, name);
    if (kind !== null) assertFits(name, kind, aggregation);
  }

  private async readOfKind(
    projectId: number,
    kind: MetricKind,
    { maxSeconds, ...input }: CellsInput,
  ): Promise<PointCell[]> {
    const end = input.end ?? new Date().toISOString();
    const { sql, parameters } = selectPointCells(this.reader.distribution, {
      ...input,
      projectId,
      kind,
      end,
    });
    const cells = await runFiguresRead<PointCell>(this.reader, sql, parameters, maxSeconds);
    if (input.aggregation !== 'RATE') return cells;
    const [from, until] = [Date.parse(input.start), Date.parse(end)];
    const minutesOf = (bin: number | null): number => {
      const begin = bin === null ? from : Math.max(from, input.bins[bin]?.getTime() ?? from);
      const next = bin === null ? until : Math.min(until, input.bins[bin + 1]?.getTime() ?? until);
      return (next - begin) / MINUTE_MS;
    };
    return cells.map((cell) => ({ ...cell, value: cell.value / minutesOf(cell.bin) }));
  }
}

/** Compares by name; points without the attribute come last. */
function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : 1;
}

function assertFits(name: string, kind: MetricKind, aggregation: PointAggregation): void {
  const fitting = AGGREGATIONS[kind];
  if (fitting.includes(aggregation)) return;
  throw new BadRequestError(
    `${aggregation} does not fit the ${KIND_NAMES[kind]} ${name}. Choose one of ${fitting.join(', ')}.`,
  );
}
