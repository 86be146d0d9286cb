import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../common/graphql/loaders.js';
import {
  type FigureRange,
  type ProjectActivity,
  ProjectFiguresQueries,
  type TimedEntity,
} from '../project-figures.queries.js';

/** A project and a time range. */
export interface ProjectRange extends FigureRange {
  projectId: number;
}

export interface ProjectQuantile extends ProjectRange {
  entity: TimedEntity;
  probability: number;
}

/**
 * Loads figures of many projects, with one query for all projects with the same range. Null if a
 * project has nothing in the range.
 */
@Injectable()
export class ProjectFiguresLoaders {
  constructor(private readonly queries: ProjectFiguresQueries) {}

  /** Totals over traces. */
  readonly totals = loadByRange((ids, range) => this.queries.readTotals(ids, range));

  /** Totals over sessions. */
  readonly sessionTotals = loadByRange((ids, range) => this.queries.readSessionTotals(ids, range));

  readonly tracesPerSession = loadByRange((ids, range) =>
    this.queries.readTracesPerSession(ids, range),
  );

  readonly activity: BatchLoader<number, ProjectActivity | null> = {
    batch: async (projectIds) => {
      const rows = await this.queries.readActivity(projectIds);
      return sortByKeys(projectIds, rows, (row) => row.projectId);
    },
  };

  /** Quantiles of durations in milliseconds. Reads all probabilities of a range together. */
  readonly quantile: BatchLoader<ProjectQuantile, number | null> = {
    cacheKey: (key) => `${key.projectId} ${key.entity} ${key.probability} ${toRangeText(key)}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        (key) => `${key.entity} ${toRangeText(key)}`,
        async (group, sample) => {
          const probabilities = [...new Set(group.map((key) => key.probability))];
          const ids = [...new Set(group.map((key) => key.projectId))];
          const rows = await this.queries.readQuantiles(sample.entity, ids, sample, probabilities);
          const byProject = new Map(rows.map((row) => [row.projectId, row.quantiles]));
          return group.map(
            (key) => byProject.get(key.projectId)?.[probabilities.indexOf(key.probability)] ?? null,
          );
        },
      ),
  };
}

function loadByRange<R extends { projectId: number }>(
  read: (projectIds: readonly number[], range: FigureRange) => Promise<R[]>,
): BatchLoader<ProjectRange, R | null> {
  return {
    cacheKey: (key) => `${key.projectId} ${toRangeText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toRangeText, async (group, range) => {
        const ids = group.map((key) => key.projectId);
        const rows = new Map((await read(ids, range)).map((row) => [row.projectId, row]));
        return ids.map((id) => rows.get(id) ?? null);
      }),
  };
}

function toRangeText({ start, end }: FigureRange): string {
  return `${start}/${end}`;
}
