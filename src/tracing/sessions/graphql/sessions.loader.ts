import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import type { KeysetPage } from '../../../kernel/pagination/keyset-sort.js';
import { MAX_PREVIEWED } from '../../spans/graphql/span-content.type.js';
import type { SpanPreviews } from '../../spans/span.entity.js';
import { type SessionKey, toSessionText } from '../../../spans/session-key.js';
import type { ProjectSessionEntity } from '../project-session.entity.js';
import {
  type SessionEnds,
  type SessionFigures,
  SessionFiguresQueries,
  type SessionRootKey,
  toRootText,
} from '../session-figures.queries.js';
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

interface SessionFiguresKey extends SessionKey {
  /** Of a quantile that is wanted, too. */
  probability?: number;
}

interface FoundFigures extends Omit<SessionFigures, keyof SessionKey | 'quantiles'> {
  /** The quantile that was wanted; null for a session without traces. */
  quantile: number | null;
}

/** The figures of a session without traces. */
const NOTHING: Omit<SessionFigures, keyof SessionKey> = {
  traceCount: 0,
  failedTraceCount: 0,
  promptTokens: 0,
  completionTokens: 0,
  promptCost: null,
  completionCost: null,
  tokenSpanCount: 0,
  unpricedSpanCount: 0,
  userId: null,
  quantiles: [],
};

/** Loads sessions and their fields. */
@Injectable()
export class SessionsLoaders {
  constructor(
    private readonly sessions: SessionsService,
    private readonly figures: SessionFiguresQueries,
  ) {}

  readonly byKey: BatchLoader<SessionKey, ProjectSession | null> = {
    cacheKey: toSessionText,
    batch: async (keys) => {
      const rows = await this.sessions.findByKeys(keys);
      const sessions = new Map(rows.map((row) => [toSessionText(row), toProjectSession(row)]));
      return keys.map((key) => sessions.get(toSessionText(key)) ?? null);
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

  /** Reads all figures together, from the same traces. */
  readonly figuresOf: BatchLoader<SessionFiguresKey, FoundFigures> = {
    cacheKey: ({ probability, ...key }) => `${probability} ${toSessionText(key)}`,
    batch: async (keys) => {
      const probabilities = [...new Set(keys.flatMap(({ probability }) => probability ?? []))];
      const sessions = new Map(keys.map((key) => [toSessionText(key), key]));
      const rows = await this.figures.readFigures([...sessions.values()], probabilities);
      const bySession = new Map(rows.map((row) => [toSessionText(row), row]));
      return keys.map(({ probability, ...key }) => {
        const { quantiles, ...sums } = bySession.get(toSessionText(key)) ?? NOTHING;
        const place = probability === undefined ? -1 : probabilities.indexOf(probability);
        return { ...sums, quantile: quantiles[place] ?? null };
      });
    },
  };

  /** The traces at both ends of a session in which one can look for what was said. */
  readonly ends: BatchLoader<SessionKey, SessionEnds> = {
    cacheKey: toSessionText,
    batch: async (keys) => {
      const ends = await this.figures.listEnds(keys, MAX_PREVIEWED);
      return keys.map((key) => ends.get(toSessionText(key)) ?? { first: [], last: [] });
    },
  };

  readonly root: BatchLoader<SessionRootKey, SpanPreviews | null> = {
    cacheKey: toRootText,
    batch: async (keys) => {
      const roots = await this.figures.findRoots(keys);
      const byKey = new Map(roots.map((root) => [toRootText(root), root]));
      return keys.map((key) => byKey.get(toRootText(key)) ?? null);
    },
  };
}

function toPageText({ filterCondition, projectId, search, page }: ProjectSessionsKey) {
  const { filter: { matches, timeRange } = {}, ...others } = page;
  // What was found is of one project.
  const found = matches ? [projectId, search] : null;
  return JSON.stringify([filterCondition, found, timeRange, others]);
}
