import { Injectable } from '@nestjs/common';
import type { GraphQLResolveInfo } from 'graphql';
import { type BatchLoader, createLoaderById, sortByKeys } from '../../common/graphql/loaders.js';
import { selectsField } from '../../common/graphql/selection.js';
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
import { AnnotationsService, type ListedAnnotation } from '../annotations.service.js';

/** The fields that lists leave out unless an operation selects them. */
const TEXTS = ['explanation', 'metadata'];

/** The sender's IDs of a target. */
type Key = readonly string[];

/**
 * Loads annotations of targets by the sender's IDs, with or without their texts, and what belongs to
 * an annotation.
 */
@Injectable()
export class AnnotationsLoaders {
  /** By trace and span ID. */
  readonly ofSpans = this.ofTargets(SPAN_ANNOTATIONS);
  /** By trace and span ID. */
  readonly ofDocuments = this.ofTargets(DOCUMENT_ANNOTATIONS);
  /** By trace ID. */
  readonly ofTraces = this.ofTargets(TRACE_ANNOTATIONS);
  /** By session ID. */
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
    private readonly annotations: AnnotationsService,
    private readonly spansService: SpansService,
    private readonly tracesService: TracesService,
    private readonly sessionsService: SessionsService,
    users: UsersService,
  ) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  /** By trace and span ID; null if the span has since been deleted. */
  readonly spans: BatchLoader<Key, Span | null> = {
    cacheKey: toKeyText,
    batch: async (keys) => {
      const rows = await this.spansService.findByKeys(
        keys.map(([traceId = '', spanId = '']) => ({ traceId, spanId })),
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

  readonly sessions: BatchLoader<string, ProjectSession | null> = {
    batch: async (ids) => {
      const rows = await this.sessionsService.findBySessionIds(ids);
      return sortByKeys(ids, rows.map(toProjectSession), ({ sessionId }) => sessionId);
    },
  };

  /** Returns the loader with the fields that an operation selects. */
  choose(
    kind: 'ofSpans' | 'ofDocuments' | 'ofTraces' | 'ofSessions',
    info: GraphQLResolveInfo,
  ): BatchLoader<Key, ListedAnnotation[]> {
    return selectsField(info, TEXTS) ? this.withTexts[kind] : this[kind];
  }

  private ofTargets(
    target: AnnotationTarget,
    texts = { withTexts: false },
  ): BatchLoader<Key, ListedAnnotation[]> {
    return {
      cacheKey: toKeyText,
      batch: async (keys) => {
        const rows = await this.annotations.listByTarget(target, keys, texts);
        const byKey = Map.groupBy(rows, ({ traceId, spanId, sessionId }) =>
          toKeyText([traceId, spanId, sessionId].filter((id) => id !== null)),
        );
        return keys.map((key) => byKey.get(toKeyText(key)) ?? []);
      },
    };
  }
}

function toKeyText(key: Key): string {
  return JSON.stringify(key);
}
