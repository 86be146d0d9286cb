import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups, inOrderOf } from '../../../common/graphql/loaders.js';
import type { IngestionErrorEntity } from '../ingestion-error.entity.js';
import { IngestionErrorsQueries } from '../ingestion-errors.queries.js';

/** One page of a project's errors. */
export interface IngestionErrorPage {
  projectId: number;
  /** Row id of the newest error that may be on it; null on the first page. */
  newestId: number | null;
  limit: number;
}

/** Errors of many projects at once. */
@Injectable()
export class IngestionErrorsLoaders {
  constructor(private readonly queries: IngestionErrorsQueries) {}

  readonly pages: BatchLoader<IngestionErrorPage, IngestionErrorEntity[]> = {
    cacheKey: (key) => `${key.projectId} ${pageKey(key)}`,
    batch: (keys) =>
      inGroups(keys, pageKey, async (group, { newestId, limit }) => {
        const ids = group.map((key) => key.projectId);
        const rows = await this.queries.newest(ids, newestId, limit);
        const byProject = Map.groupBy(rows, (row) => row.projectId);
        return ids.map((id) => byProject.get(id) ?? []);
      }),
  };

  readonly counts: BatchLoader<number, number> = {
    batch: async (projectIds) => {
      const rows = await this.queries.counts(projectIds);
      return inOrderOf(projectIds, rows, (row) => row.projectId).map((row) => row?.count ?? 0);
    },
  };
}

function pageKey({ newestId, limit }: IngestionErrorPage): string {
  return `${newestId} ${limit}`;
}
