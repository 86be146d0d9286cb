import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  createLoaderById,
  loadInGroups,
} from '../../../../kernel/graphql/loaders.js';
import { GenerativeModelsService } from '../../../../models/generative-models.service.js';
import { type FiguresKey, toRangeText } from '../../project/graphql/project-figures.loader.js';
import { type LatencyGroup, RankingsQueries } from '../rankings.queries.js';

/** The largest groups of what a figure covers. */
export interface RankingKey extends FiguresKey {
  first: number;
}

export interface LatencyKey extends RankingKey {
  group: LatencyGroup;
}

/** Loads the largest groups of many projects, with one query for all projects with the same range. */
@Injectable()
export class RankingsLoaders {
  constructor(
    private readonly queries: RankingsQueries,
    private readonly catalog: GenerativeModelsService,
  ) {}

  readonly latencies = loadRows(
    (ids, key: LatencyKey) => this.queries.readLatencies(key.group, ids, key, key.first),
    ({ group, first }) => `${group} ${first}`,
  );

  readonly errors = loadRows(
    (ids, key: RankingKey) => this.queries.readErrors(ids, key, key.first),
    ({ first }) => String(first),
  );

  readonly decisions = loadRows(
    (ids, key: RankingKey) => this.queries.readDecisions(ids, key, key.first),
    ({ first }) => String(first),
  );

  readonly users = loadRows(
    (ids, key: RankingKey) => this.queries.readUsers(ids, key, key.first),
    ({ first }) => String(first),
  );

  /** The sums of each model, in no order. */
  readonly models = loadRows((ids, key: FiguresKey) => this.queries.readModels(ids, key));

  readonly modelById = createLoaderById(
    (ids) => this.catalog.findByIds(ids),
    (row) => row,
  );
}

/** @param toText what must be equal to read keys together, apart from the range. */
function loadRows<K extends FiguresKey, R extends { projectId: number }>(
  read: (projectIds: readonly number[], key: K) => Promise<R[]>,
  toText: (key: K) => string = () => '',
): BatchLoader<K, R[]> {
  const groupOf = (key: K) => `${toText(key)} ${toRangeText(key)}`;
  return {
    cacheKey: (key) => `${key.projectId} ${groupOf(key)}`,
    batch: (keys) =>
      loadInGroups(keys, groupOf, async (group, key) => {
        const ids = group.map(({ projectId }) => projectId);
        const byProject = Map.groupBy(await read(ids, key), ({ projectId }) => projectId);
        return ids.map((id) => byProject.get(id) ?? []);
      }),
  };
}
