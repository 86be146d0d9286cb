import { Injectable } from '@nestjs/common';
import { currentWork } from '../../../kernel/graphql/work.js';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../kernel/graphql/loaders.js';
import {
  type ErrorReason,
  type IngestionErrorPage,
  type IngestionErrorRow,
  IngestionErrorsService,
} from '../ingestion-errors.service.js';
import { KeptSpansService } from '../kept-spans.service.js';

/** One page of a project's errors. */
interface ProjectErrorsKey extends IngestionErrorPage {
  projectId: number;
}

/** Loads the errors of many projects at once. */
@Injectable()
export class IngestionErrorsLoaders {
  constructor(
    private readonly errors: IngestionErrorsService,
    private readonly kept: KeptSpansService,
  ) {}

  /** By the row ID of the error; null if its span is not kept. */
  readonly content: BatchLoader<number, string | null> = {
    batch: (errorIds) =>
      this.kept.listContents(errorIds, (bytes) => {
        const work = currentWork();
        // They are deflated, so that what the database sends says little about their size.
        work?.addRows(1, bytes);
        work?.check();
      }),
    isLarge: true,
  };

  readonly page: BatchLoader<ProjectErrorsKey, IngestionErrorRow[]> = {
    cacheKey: (key) => `${key.projectId} ${toPageText(key)}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        toPageText,
        async (group, { newestId, limit, reason }) => {
          const ids = group.map((key) => key.projectId);
          const rows = await this.errors.list(ids, { newestId, limit, reason });
          const byProject = Map.groupBy(rows, (row) => row.projectId);
          return ids.map((id) => byProject.get(id) ?? []);
        },
        ({ limit }) => limit,
      ),
  };

  readonly reasons: BatchLoader<number, ErrorReason[]> = {
    batch: (projectIds) => this.errors.listReasons(projectIds),
  };

  readonly count: BatchLoader<number, number> = {
    batch: async (projectIds) => {
      const rows = await this.errors.count(projectIds);
      return sortByKeys(projectIds, rows, (row) => row.projectId).map((row) => row?.count ?? 0);
    },
  };
}

function toPageText({ newestId, limit, reason }: IngestionErrorPage): string {
  return JSON.stringify([newestId, limit, reason]);
}
