import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import { isStorable } from '../../../kernel/validation/storable.js';
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
  extends ProjectTargetKey, Omit<FigureSelection, 'projectIds' | 'names'> {
  /** Null for all names. */
  name: string | null;
  /** The texts of the conditions. */
  conditions: readonly (string | null)[];
}

/** The annotations of a project in bins of time. */
export interface SeriesKey extends SummariesKey {
  bins: readonly Date[];
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
        const rows = await this.queries.readSummaries(target, {
          ...selection,
          ...selectNames(group, name),
        });
        return group.map((key) => toSummaries(selectRows(rows, key)));
      }),
  };

  /** The summaries of each bin that is not empty. */
  readonly series: BatchLoader<SeriesKey, ReadonlyMap<number, SummaryFigures[]>> = {
    cacheKey: (key) => JSON.stringify([key.projectId, key.name, toSeriesText(key)]),
    batch: (keys) =>
      loadInGroups(keys, toSeriesText, async (group, { target, name, bins, ...selection }) => {
        const rows =
          bins.length === 0
            ? []
            : await this.queries.readSummaries(
                target,
                { ...selection, ...selectNames(group, name) },
                bins,
              );
        return group.map((key) => {
          const byBin = Map.groupBy(selectRows(rows, key), ({ bin }) => bin);
          return new Map([...byBin].map(([bin, figures]) => [bin, toSummaries(figures)]));
        });
      }),
  };

  /** Names of annotations with a score or label, sorted. */
  readonly judgedNames: BatchLoader<SummariesKey, string[]> = {
    cacheKey: (key) => JSON.stringify([key.projectId, toScopeText(key)]),
    batch: (keys) =>
      loadInGroups(keys, toScopeText, async (group, { target, name, ...selection }) => {
        const rows = await this.queries.readJudgedNames(target, {
          ...selection,
          ...selectNames(group, name),
        });
        return group.map((key) => selectRows(rows, key).map((row) => row.name));
      }),
  };
}

/** Selects the projects of keys, and the name for each, unless they are about all names. */
function selectNames(
  group: readonly SummariesKey[],
  name: string | null,
): Pick<FigureSelection, 'projectIds' | 'names'> {
  const chosen = group.filter((key) => key.name === null || isStorable(key.name));
  return {
    projectIds: chosen.map(({ projectId }) => projectId),
    ...(name !== null && { names: chosen.map((key) => key.name ?? '') }),
  };
}

/** Selects the rows of a project and a name, or of all names. */
function selectRows<R extends { projectId: number; name: string }>(
  rows: readonly R[],
  { projectId, name }: SummariesKey,
): R[] {
  return rows.filter((row) => row.projectId === projectId && (name === null || row.name === name));
}

function toSeriesText(key: SeriesKey): string {
  return `${toScopeText(key)} ${key.bins.length} ${key.bins.at(-1)?.getTime()}`;
}

/** Returns a text that is equal for keys that share a query. */
function toScopeText({ target, name, start, end, conditions }: SummariesKey): string {
  return JSON.stringify([target.kind, name === null, start, end, ...conditions]);
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
