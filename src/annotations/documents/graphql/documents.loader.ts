import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import { isStorable } from '../../../kernel/validation/storable.js';
import type { FigureSelection } from '../../summaries/figure-scope.js';
import { type DocumentFigures, DocumentFiguresQueries } from '../document-figures.queries.js';

/** Selects spans of a project. */
export interface DocumentFiguresKey extends Pick<
  FigureSelection,
  'start' | 'end' | 'addSpanCondition'
> {
  projectId: number;
  /** The text that `addSpanCondition` adds; null for none. */
  filterCondition: string | null;
}

export interface RankedFiguresKey extends DocumentFiguresKey {
  /** How many documents count; null for all. */
  k: number | null;
}

export interface NamedFiguresKey extends RankedFiguresKey {
  name: string;
}

/** Loads metrics of retrievals, with one query for all projects and names of the same range. */
@Injectable()
export class DocumentsLoaders {
  constructor(private readonly queries: DocumentFiguresQueries) {}

  /** By the row ID of the project; sorted. */
  readonly names: BatchLoader<number, string[]> = {
    batch: async (ids) => {
      const rows = await this.queries.readNames(ids);
      const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
      return ids.map((id) => (byProject.get(id) ?? []).map(({ name }) => name));
    },
  };

  /** Of one name; null without scores. */
  readonly figures: BatchLoader<NamedFiguresKey, DocumentFigures | null> = {
    cacheKey: (key) => JSON.stringify([key.projectId, key.name, toScopeText(key)]),
    batch: (keys) =>
      loadInGroups(keys, toScopeText, async (group, { k, ...selection }) => {
        const chosen = group.filter(({ name }) => isStorable(name));
        const rows = await this.queries.readFigures(
          {
            ...selection,
            projectIds: chosen.map(({ projectId }) => projectId),
            names: chosen.map(({ name }) => name),
          },
          k,
        );
        const byKey = new Map(rows.map((row) => [JSON.stringify([row.projectId, row.name]), row]));
        return group.map(
          ({ projectId, name }) => byKey.get(JSON.stringify([projectId, name])) ?? null,
        );
      }),
  };

  /** Of all names that have scores, sorted. */
  readonly allFigures: BatchLoader<RankedFiguresKey, DocumentFigures[]> = {
    cacheKey: (key) => JSON.stringify([key.projectId, toScopeText(key)]),
    batch: (keys) =>
      loadInGroups(keys, toScopeText, async (group, { k, ...selection }) => {
        const projectIds = group.map(({ projectId }) => projectId);
        const rows = await this.queries.readFigures({ ...selection, projectIds }, k);
        const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
        return projectIds.map((id) => byProject.get(id) ?? []);
      }),
  };
}

/** Returns a text that is equal for keys that share a query. */
function toScopeText({ start, end, filterCondition, k }: RankedFiguresKey): string {
  return JSON.stringify([start, end, filterCondition, k]);
}
