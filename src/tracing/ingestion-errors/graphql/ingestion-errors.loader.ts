import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../common/graphql/loaders.js';
import type { IngestionErrorEntity } from '../ingestion-error.entity.js';
import { type IngestionErrorPage, IngestionErrorsService } from '../ingestion-errors.service.js';

/** One page of a project's errors. */
interface ProjectErrorsKey extends IngestionErrorPage {
  projectId: number;
}

/** Loads the errors of many projects at once. */
@Injectable()
export class IngestionErrorsLoaders {
  constructor(private readonly errors: IngestionErrorsService) {}

  readonly page: BatchLoader<ProjectErrorsKey, IngestionErrorEntity[]> = {
    cacheKey: (key) => `${key.projectId} ${toPageText(key)}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        toPageText,
        async (group, { newestId, limit }) => {
          const ids = group.map((key) => key.projectId);
          const rows = await this.errors.list(ids, { newestId, limit });
          const byProject = Map.groupBy(rows, (row) => row.projectId);
          return ids.map((id) => byProject.get(id) ?? []);
        },
        ({ limit }) => limit,
      ),
  };

  readonly count: BatchLoader<number, number> = {
    batch: async (projectIds) => {
      const rows = await this.errors.count(projectIds);
      return sortByKeys(projectIds, rows, (row) => row.projectId).map((row) => row?.count ?? 0);
    },
  };
}

function toPageText({ newestId, limit }: IngestionErrorPage): string {
  return `${newestId} ${limit}`;
}
