import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups } from '../../../common/graphql/loaders.js';
import type { TimedThing, TimeSpan } from '../project-figures.js';
import { ProjectMetricsQueries } from '../project-metrics.queries.js';

/** A project within a range of time. */
export interface ProjectRange extends TimeSpan {
  projectId: number;
}

export interface ProjectQuantile extends ProjectRange {
  thing: TimedThing;
  probability: number;
}

/**
 * Figures of many projects, one query for all projects of a range. Answers null for a project that
 * has nothing in the range.
 */
@Injectable()
export class ProjectMetricsLoaders {
  constructor(private readonly queries: ProjectMetricsQueries) {}

  /** Sums over traces. */
  readonly totals = byRange((ids, range) => this.queries.totals(ids, range));

  /** Sums over sessions. */
  readonly sessionTotals = byRange((ids, range) => this.queries.sessionTotals(ids, range));

  readonly tracesPerSession = byRange((ids, range) => this.queries.tracesPerSession(ids, range));

  /** Quantiles of durations in milliseconds; all probabilities of a range are read together. */
  readonly quantiles: BatchLoader<ProjectQuantile, number | null> = {
    cacheKey: (key) => `${key.projectId} ${key.thing} ${key.probability} ${rangeKey(key)}`,
    batch: (keys) =>
      inGroups(
        keys,
        (key) => `${key.thing} ${rangeKey(key)}`,
        async (group, sample) => {
          const probabilities = [...new Set(group.map((key) => key.probability))];
          const ids = [...new Set(group.map((key) => key.projectId))];
          const rows = await this.queries.quantiles(sample.thing, ids, sample, probabilities);
          const byProject = new Map(rows.map((row) => [row.projectId, row.quantiles]));
          return group.map(
            (key) => byProject.get(key.projectId)?.[probabilities.indexOf(key.probability)] ?? null,
          );
        },
      ),
  };
}

function byRange<R extends { projectId: number }>(
  read: (projectIds: readonly number[], range: TimeSpan) => Promise<R[]>,
): BatchLoader<ProjectRange, R | null> {
  return {
    cacheKey: (key) => `${key.projectId} ${rangeKey(key)}`,
    batch: (keys) =>
      inGroups(keys, rangeKey, async (group, range) => {
        const ids = group.map((key) => key.projectId);
        const rows = new Map((await read(ids, range)).map((row) => [row.projectId, row]));
        return ids.map((id) => rows.get(id) ?? null);
      }),
  };
}

function rangeKey({ start, end }: TimeSpan): string {
  return `${start}/${end}`;
}
