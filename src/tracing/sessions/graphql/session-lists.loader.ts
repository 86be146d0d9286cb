import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups } from '../../../common/graphql/loaders.js';
import type { SortedRow } from '../../../common/pagination/keyset-sort.js';
import type { ProjectSessionEntity } from '../project-session.entity.js';
import { type SessionListPage, SessionListsQueries } from '../session-lists.queries.js';
import type { TraceEntity } from '../../traces/trace.entity.js';

export interface ProjectSessionsKey {
  projectId: number;
  page: SessionListPage;
}

export interface SessionTracesKey {
  sessionId: string;
  page: Omit<SessionListPage, 'range'>;
}

/** Pages of sessions and of their traces; parents that ask for the same page are read together. */
@Injectable()
export class SessionListsLoaders {
  constructor(private readonly queries: SessionListsQueries) {}

  readonly sessions: BatchLoader<ProjectSessionsKey, (ProjectSessionEntity & SortedRow)[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(keys, pageText, async (group, { page }) => {
        const ids = group.map((key) => key.projectId);
        const rows = await this.queries.ofProjects(ids, page);
        const byProject = Map.groupBy(rows, (row) => row.projectId);
        return ids.map((id) => byProject.get(id) ?? []);
      }),
  };

  readonly traces: BatchLoader<SessionTracesKey, (TraceEntity & SortedRow)[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(keys, pageText, async (group, { page }) => {
        const ids = group.map((key) => key.sessionId);
        const rows = await this.queries.tracesOf(ids, page);
        const bySession = Map.groupBy(rows, (row) => row.sessionId);
        return ids.map((id) => bySession.get(id) ?? []);
      }),
  };
}

function pageText({ page }: { page: object }): string {
  return JSON.stringify(page);
}
