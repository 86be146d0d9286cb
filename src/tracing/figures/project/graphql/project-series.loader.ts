import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../../kernel/graphql/loaders.js';
import type { CostParts } from '../../../../spans/cost-details.js';
import type { BinRow, BinScope } from '../../compute/figures.queries.js';
import {
  type CountBin,
  type LatencyBin,
  ProjectSeriesQueries,
  type SeriesEntity,
  type TokensBin,
  type TokenTypeBin,
} from '../project-series.queries.js';
import { type FiguresKey, toRangeText } from './project-figures.loader.js';

/** The rows of one project, by the number of their bin. */
export type Bins<T> = ReadonlyMap<number, readonly BinRow<T>[]>;

/** A series of a project. */
export interface SeriesKey extends FiguresKey {
  entity: SeriesEntity;
  bins: readonly Date[];
}

/** Loads a series of many projects with one query. */
@Injectable()
export class ProjectSeriesLoaders {
  constructor(private readonly queries: ProjectSeriesQueries) {}

  readonly counts = loadSeries<CountBin>((entity, scope) => this.queries.readCounts(entity, scope));

  readonly tokens = loadSeries<TokensBin>((entity, scope) =>
    this.queries.readTokens(entity, scope),
  );

  readonly costs = loadSeries<CostParts>((entity, scope) => this.queries.readCosts(entity, scope));

  readonly tokenTypes = loadSeries<TokenTypeBin>((entity, scope) =>
    this.queries.readTokenTypes(entity, scope),
  );

  readonly latencies = loadSeries<LatencyBin>((entity, scope) =>
    this.queries.readLatencies(entity, scope),
  );
}

function loadSeries<T>(
  read: (entity: SeriesEntity, scope: BinScope) => Promise<BinRow<T>[]>,
): BatchLoader<SeriesKey, Bins<T>> {
  const toText = (key: SeriesKey) =>
    `${key.entity} ${toRangeText(key)} ${key.bins.length} ${key.bins.at(-1)?.getTime()}`;
  return {
    cacheKey: (key) => `${key.projectId} ${toText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toText, async (group, key) => {
        const ids = group.map(({ projectId }) => projectId);
        const rows =
          key.bins.length > 0
            ? await read(key.entity, { projectIds: ids, range: key, bins: key.bins })
            : [];
        const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
        return ids.map((id) => Map.groupBy(byProject.get(id) ?? [], ({ bin }) => bin));
      }),
  };
}
