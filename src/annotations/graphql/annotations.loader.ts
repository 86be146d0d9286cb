import { Injectable } from '@nestjs/common';
import type { GraphQLResolveInfo } from 'graphql';
import { type BatchLoader, createLoaderById, sortByKeys } from '../../kernel/graphql/loaders.js';
import { selectsField } from './selection.js';
import { type SessionKey, toSessionText } from '../../spans/session-key.js';
import {
  type ProjectSession,
  toProjectSession,
} from '../../tracing/sessions/graphql/project-session.type.js';
import { SessionsService } from '../../tracing/sessions/sessions.service.js';
import { type Span, toSpan } from '../../tracing/spans/graphql/span.type.js';
import { SpansService } from '../../tracing/spans/spans.service.js';
import { toTrace, type Trace } from '../../tracing/traces/graphql/trace.type.js';
import { TracesService } from '../../tracing/traces/traces.service.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import {
  type AnnotationTarget,
  DOCUMENT_ANNOTATIONS,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import { AnnotationsQueries, type ListedAnnotation } from '../annotations.queries.js';
import type { TargetKey } from '../new-annotation.js';

/** The fields that lists leave out unless an operation selects them. */
const TEXTS = ['explanation', 'metadata'];

/**
 * Loads annotations of targets by their keys, with or without their texts, and what belongs to an
 * annotation.
 */
@Injectable()
export class AnnotationsLoaders {
  /** By trace and span ID. */
  readonly ofSpans = this.ofTargets(SPAN_ANNOTATIONS);
  /** By trace and span ID. */
  readonly ofDocuments = this.ofTargets(DOCUMENT_ANNOTATIONS);
  /** By trace ID. */
  readonly ofTraces = this.ofTargets(TRACE_ANNOTATIONS);
  /** By the row ID of the project and session ID. */
  readonly ofSessions = this.ofTargets(SESSION_ANNOTATIONS);
  private readonly withTexts = {
    ofSpans: this.ofTargets(SPAN_ANNOTATIONS, { withTexts: true }),
    ofDocuments: this.ofTargets(DOCUMENT_ANNOTATIONS, { withTexts: true }),
    ofTraces: this.ofTargets(TRACE_ANNOTATIONS, { withTexts: true }),
    ofSessions: this.ofTargets(SESSION_ANNOTATIONS, { withTexts: true }),
  };
  /** By row ID. */
  readonly users: BatchLoader<number, User | null>;

  constructor(
    private readonly queries: AnnotationsQueries,
    private readonly spansService: SpansService,
    private readonly tracesService: TracesService,
    private readonly sessionsService: SessionsService,
    users: UsersService,
  ) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  /** By trace and span ID; null if the span has since been deleted. */
  readonly spans: BatchLoader<TargetKey, Span | null> = {
    cacheKey: toKeyText,
    batch: async (keys) => {
      const rows = await this.spansService.findByKeys(
        keys.map(([traceId, spanId]) => ({ traceId: String(traceId), spanId: String(spanId) })),
      );
      const byKey = new Map(rows.map((row) => [toKeyText([row.traceId, row.spanId]), toSpan(row)]));
      return keys.map((key) => byKey.get(toKeyText(key)) ?? null);
    },
  };

  readonly traces: BatchLoader<string, Trace | null> = {
    batch: async (ids) => {
      const rows = await this.tracesService.findByTraceIds(ids);
      return sortByKeys(ids, rows.map(toTrace), ({ traceId }) => traceId);
    },
  };

  readonly sessions: BatchLoader<SessionKey, ProjectSession | null> = {
    cacheKey: toSessionText,
    batch: async (keys) => {
      const rows = await this.sessionsService.findByKeys(keys);
      const byKey = new Map(rows.map((row) => [toSessionText(row), toProjectSession(row)]));
      return keys.map((key) => byKey.get(toSessionText(key)) ?? null);
    },
  };

  /** Returns the loader with the fields that an operation selects. */
  choose(
    kind: 'ofSpans' | 'ofDocuments' | 'ofTraces' | 'ofSessions',
    info: GraphQLResolveInfo,
  ): BatchLoader<TargetKey, ListedAnnotation[]> {
    return selectsField(info, TEXTS) ? this.withTexts[kind] : this[kind];
  }

  private ofTargets(
    target: AnnotationTarget,
    texts = { withTexts: false },
  ): BatchLoader<TargetKey, ListedAnnotation[]> {
    return {
      cacheKey: toKeyText,
      batch: async (keys) => {
        const rows = await this.queries.listByTarget(target, keys, texts);
        const byKey = Map.groupBy(rows, ({ projectId, traceId, spanId, sessionId }) =>
          toKeyText(
            sessionId === null
              ? [traceId, spanId].filter((id) => id !== null)
              : [projectId, sessionId],
          ),
        );
        return keys.map((key) => byKey.get(toKeyText(key)) ?? []);
      },
    };
  }
}

function toKeyText(key: TargetKey): string {
  return JSON.stringify(key);
}
