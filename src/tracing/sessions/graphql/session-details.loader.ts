import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { SessionDetailsQueries } from '../session-details.queries.js';
import { noSums, type SessionSums } from '../session-sums.js';
import type { SpanPreviews } from '../../spans/graphql/span-io-value.type.js';

export interface SessionQuantile {
  sessionId: string;
  probability: number;
}

/** What sessions show besides their rows, by the id that the application sent. */
@Injectable()
export class SessionDetailsLoaders {
  constructor(private readonly queries: SessionDetailsQueries) {}

  readonly sums: BatchLoader<string, SessionSums> = {
    batch: async (sessionIds) => {
      const found = inOrderOf(sessionIds, await this.queries.sums(sessionIds), sessionIdOf);
      return sessionIds.map((sessionId, at) => found[at] ?? noSums(sessionId));
    },
  };

  /** Root span with the first input; null when no trace has one. */
  readonly firstRoot: BatchLoader<string, SpanPreviews | null> = {
    batch: async (sessionIds) =>
      inOrderOf(sessionIds, await this.queries.ends(sessionIds, 'first'), sessionIdOf),
  };

  /** Root span with the last output; null when no trace has one. */
  readonly lastRoot: BatchLoader<string, SpanPreviews | null> = {
    batch: async (sessionIds) =>
      inOrderOf(sessionIds, await this.queries.ends(sessionIds, 'last'), sessionIdOf),
  };

  /** In milliseconds; null for a session without traces. All probabilities are read together. */
  readonly latencyQuantiles: BatchLoader<SessionQuantile, number | null> = {
    cacheKey: ({ sessionId, probability }) => `${probability} ${sessionId}`,
    batch: async (keys) => {
      const probabilities = [...new Set(keys.map((key) => key.probability))];
      const sessionIds = [...new Set(keys.map(sessionIdOf))];
      const rows = await this.queries.latencyQuantiles(sessionIds, probabilities);
      const bySession = new Map(rows.map((row) => [row.sessionId, row.quantiles]));
      return keys.map(
        (key) => bySession.get(key.sessionId)?.[probabilities.indexOf(key.probability)] ?? null,
      );
    },
  };
}

function sessionIdOf({ sessionId }: { sessionId: string }): string {
  return sessionId;
}
