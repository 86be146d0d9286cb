import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../common/graphql/loaders.js';
import { isStorable } from '../../../common/validation/storable.js';
import type { AnnotationTarget } from '../../annotation-target.js';
import { type SummaryFigures, toSummaries } from '../annotation-summary.js';
import type { FigureSelection } from '../figure-scope.js';
import { SummariesQueries } from '../summaries.queries.js';

/** The annotations of a kind of target in a project. */
export interface ProjectTargetKey {
  target: AnnotationTarget;
  projectId: number;
}

export interface SummariesKey
  extends ProjectTargetKey, Pick<FigureSelection, 'start' | 'end' | 'addSpanCondition'> {
  /** Null for all names. */
  name: string | null;
  /** The text that `addSpanCondition` adds; null for none. */
  filterCondition: string | null;
}

/** Loads figures about annotations, with one query for all projects and names of the same range. */
@Injectable()
export class SummariesLoaders {
  constructor(private readonly queries: SummariesQueries) {}

  /** Sorted, like the counts and summaries. */
  readonly names: BatchLoader<ProjectTargetKey, string[]> = {
    cacheKey: ({ target, projectId }) => `${target.kind} ${projectId}`,
    batch: (keys) =>
      loadByKind(keys, async (target, ids) => {
        const rows = await this.queries.readNames(target, ids);
        const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
        return ids.map((id) => (byProject.get(id) ?? []).map(({ name }) => name));
      }),
  };

  readonly nameCounts: BatchLoader<ProjectTargetKey, { name: string; count: number }[]> = {
    cacheKey: ({ target, projectId }) => `${target.kind} ${projectId}`,
    batch: (keys) =>
      loadByKind(keys, async (target, ids) => {
        const rows = await this.queries.readNameCounts(target, ids);
        const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
        return ids.map((id) => byProject.get(id) ?? []);
      }),
  };

  readonly summaries: BatchLoader<SummariesKey, SummaryFigures[]> = {
    cacheKey: (key) => JSON.stringify([key.projectId, key.name, toScopeText(key)]),
    batch: (keys) =>
      loadInGroups(keys, toScopeText, async (group, { target, name, ...selection }) => {
        const chosen = group.filter((key) => key.name === null || isStorable(key.name));
        const rows = await this.queries.readSummaries(target, {
          ...selection,
          projectIds: chosen.map(({ projectId }) => projectId),
          ...(name !== null && { names: chosen.map((key) => key.name ?? '') }),
        });
        const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
        return group.map((key) => {
          const figures = byProject.get(key.projectId) ?? [];
          return toSummaries(
            key.name === null ? figures : figures.filter((row) => row.name === key.name),
          );
        });
      }),
  };
}

/** What keys that share a query have in common. */
function toScopeText({ target, name, start, end, filterCondition }: SummariesKey): string {
  return JSON.stringify([target.kind, name === null, start, end, filterCondition]);
}

function loadByKind<V>(
  keys: readonly ProjectTargetKey[],
  read: (target: AnnotationTarget, projectIds: number[]) => Promise<V[]>,
): Promise<V[]> {
  return loadInGroups(
    keys,
    ({ target }) => target.kind,
    (group, { target }) =>
      read(
        target,
        group.map(({ projectId }) => projectId),
      ),
  );
}
