import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../common/graphql/loaders.js';
import type { KeysetPage } from '../../../common/pagination/keyset-sort.js';
import type { SpanPreviews } from '../../spans/span.entity.js';
import type { ProjectSessionEntity } from '../project-session.entity.js';
import { SessionFiguresQueries, type SessionSums } from '../session-figures.queries.js';
import { type SessionListInput, SessionsService } from '../sessions.service.js';
import { type ProjectSession, toProjectSession } from './project-session.type.js';

/** A page of the sessions of one project. */
interface ProjectSessionsKey {
  projectId: number;
  /** The text of `page.condition`. */
  filterCondition: string | null;
  /** The text of the search behind `page.matches`. */
  search: string | null;
  page: SessionListInput;
}

interface SessionQuantileKey {
  sessionId: string;
  probability: number;
}

const NO_SUMS = {
  traceCount: 0,
  failedTraceCount: 0,
  promptTokens: 0,
  completionTokens: 0,
  promptCost: null,
  completionCost: null,
  userId: null,
};

/** Loads sessions and their fields by the ID that the application sent. */
@Injectable()
export class SessionsLoaders {
  constructor(
    private readonly sessions: SessionsService,
    private readonly figures: SessionFiguresQueries,
  ) {}

  readonly bySessionId: BatchLoader<string, ProjectSession | null> = {
    batch: async (sessionIds) => {
      const sessions = (await this.sessions.findBySessionIds(sessionIds)).map(toProjectSession);
      return sortByKeys(sessionIds, sessions, toSessionId);
    },
  };

  /** Projects with the same page arguments share a query. */
  readonly pageOfProject: BatchLoader<ProjectSessionsKey, KeysetPage<ProjectSessionEntity>> = {
    cacheKey: (key) => JSON.stringify([key.projectId, toPageText(key)]),
    batch: (keys) =>
      loadInGroups(
        keys,
        toPageText,
        async (group, { page }) => {
          const projectIds = group.map((key) => key.projectId);
          const { rows, cursorOf } = await this.sessions.list(projectIds, page);
          const byProject = Map.groupBy(rows, (row) => row.projectId);
          return projectIds.map((id) => ({ rows: byProject.get(id) ?? [], cursorOf }));
        },
        ({ page }) => page.limit,
      ),
  };

  readonly sums: BatchLoader<string, SessionSums> = {
    batch: async (sessionIds) => {
      const found = sortByKeys(sessionIds, await this.figures.readSums(sessionIds), toSessionId);
      return sessionIds.map((sessionId, at) => found[at] ?? { sessionId, ...NO_SUMS });
    },
  };

  /** The root span with the first input; null if no trace has one. */
  readonly firstInput = this.findRoots('first', true);

  /** The root span with the last output; null if no trace has one. */
  readonly lastOutput = this.findRoots('last', true);

  /** Like `firstInput`, but the input may be in the messages of an LLM span. */
  readonly firstPreview = this.findRoots('first', false);

  /** Like `lastOutput`, but the output may be in the messages of an LLM span. */
  readonly lastPreview = this.findRoots('last', false);

  /** In milliseconds; null for a session without traces. Reads all probabilities together. */
  readonly latencyQuantile: BatchLoader<SessionQuantileKey, number | null> = {
    cacheKey: ({ sessionId, probability }) => `${probability} ${sessionId}`,
    batch: async (keys) => {
      const probabilities = [...new Set(keys.map((key) => key.probability))];
      const sessionIds = [...new Set(keys.map(toSessionId))];
      const rows = await this.figures.readLatencyQuantiles(sessionIds, probabilities);
      const bySession = new Map(rows.map((row) => [row.sessionId, row.quantiles]));
      return keys.map(
        (key) => bySession.get(key.sessionId)?.[probabilities.indexOf(key.probability)] ?? null,
      );
    },
  };

  private findRoots(
    end: 'first' | 'last',
    areOwn: boolean,
  ): BatchLoader<string, SpanPreviews | null> {
    return {
      batch: async (sessionIds) => {
        const roots = await this.figures.findRoots(sessionIds, end, areOwn);
        return sortByKeys(sessionIds, roots, toSessionId);
      },
    };
  }
}

function toPageText({ filterCondition, projectId, search, page }: ProjectSessionsKey) {
  const { condition: _read, matches, ...others } = page;
  // What was found is of one project.
  return JSON.stringify([filterCondition, matches ? [projectId, search] : null, others]);
}

function toSessionId({ sessionId }: { sessionId: string }): string {
  return sessionId;
}
