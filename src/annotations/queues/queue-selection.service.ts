import { Injectable } from '@nestjs/common';
import type { TimeRange } from '../../kernel/time/time.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { SessionsService } from '../../tracing/sessions/sessions.service.js';
import { SpanListsService } from '../../tracing/spans/span-lists.service.js';
import { type TraceListInput, TracesService } from '../../tracing/traces/traces.service.js';
import type { TargetKey } from '../new-annotation.js';
import { QueueTarget } from './annotation-queue.enum.js';

/** Selects spans, traces or sessions of a project, newest first. Absent and null mean the same. */
export interface MatchedItems {
  timeRange?: TimeRange | null;
  /** Only spans. */
  rootSpansOnly?: boolean | null;
  /** Exact names of spans. */
  names?: readonly string[] | null;
  /** Kinds of spans. */
  kinds?: readonly string[] | null;
  /** Only spans and traces. */
  failedOnly?: boolean | null;
  limit: number;
  /** Whether to take any of the newest `SAMPLED_FROM` matches instead of the newest. */
  isRandom: boolean;
}

/** A random sample is taken of this many matches, the newest. */
const SAMPLED_FROM = 10_000;

const NEWEST_FIRST = { col: 'startTime', dir: 'desc' } as const;

/** Finds items for review queues. */
@Injectable()
export class QueueSelectionService {
  constructor(
    private readonly spans: SpanListsService,
    private readonly traces: TracesService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Returns the keys of matching targets.
   * @throws DomainError BAD_USER_INPUT for a condition that the kind of target does not have.
   */
  async select(
    target: QueueTarget,
    projectId: number,
    matching: MatchedItems,
  ): Promise<TargetKey[]> {
    assertApplies(target, matching);
    const limit = matching.isRandom ? SAMPLED_FROM : matching.limit;
    const keys = (await this.list(target, projectId, matching, limit)).slice(0, limit);
    return matching.isRandom ? sample(keys, matching.limit) : keys;
  }

  private async list(
    target: QueueTarget,
    projectId: number,
    { timeRange, rootSpansOnly, names, kinds, failedOnly }: MatchedItems,
    limit: number,
  ): Promise<TargetKey[]> {
    const page = { order: NEWEST_FIRST, limit };
    if (target === QueueTarget.SPAN) {
      const statusCodes = failedOnly ? ['ERROR'] : [];
      const isRoot = { rootSpansOnly: rootSpansOnly ?? false };
      const filter = { timeRange, names, kinds, statusCodes, ...isRoot };
      const { rows } = await this.spans.list(projectId, { ...page, filter });
      return rows.map(({ traceId, spanId }) => [traceId, spanId]);
    }
    if (target === QueueTarget.TRACE) {
      const filter = { timeRange, status: failedOnly ? ('ERROR' as TraceStatus) : null };
      const { rows } = await this.traces.list(projectId, { ...page, filter });
      return rows.map(({ traceId }) => [traceId]);
    }
    const { rows } = await this.sessions.list([projectId], { ...page, filter: { timeRange } });
    return rows.map(({ sessionId }) => [projectId, sessionId]);
  }
}

type TraceStatus = NonNullable<NonNullable<TraceListInput['filter']>['status']>;

function assertApplies(
  target: QueueTarget,
  { rootSpansOnly, names, kinds, failedOnly }: MatchedItems,
): void {
  const isOnlyForSpans = rootSpansOnly || names?.length || kinds?.length;
  if (target !== QueueTarget.SPAN && isOnlyForSpans) {
    throw badInput('`rootSpansOnly`, `names` and `kinds` apply only to spans.');
  }
  if (target === QueueTarget.SESSION && failedOnly) {
    throw badInput('`failedOnly` does not apply to sessions.');
  }
}

/** Returns some of the items in random order, by a partial Fisher-Yates shuffle. */
function sample<T>(items: readonly T[], count: number): T[] {
  const pool = [...items];
  const taken = Math.min(count, pool.length);
  for (let at = 0; at < taken; at++) {
    const other = at + Math.floor(Math.random() * (pool.length - at));
    [pool[at], pool[other]] = [pool[other]!, pool[at]!];
  }
  return pool.slice(0, taken);
}

function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}
