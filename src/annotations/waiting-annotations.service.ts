import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { isTooLargeForIndex } from '../kernel/errors/database-errors.js';
import { UnprocessableError } from '../kernel/errors/errors.js';
import { currentScope, unlimited } from '../kernel/http/request-context.js';
import { JobQueueService } from '../job-queue/job-queue.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { IngestionErrorsService } from '../tracing/ingestion-errors/ingestion-errors.service.js';
import { AnnotationSource } from './annotation.enum.js';
import { ANNOTATION_TARGETS, type AnnotationTarget } from './annotation-target.js';
import {
  assertAcceptable,
  describeMissing,
  describeNotReplaced,
  describeOutOfRange,
  KEY_TOO_LONG,
} from './annotation-rules.js';
import { AnnotationWritingService } from './annotation-writing.service.js';
import type { FoundTarget, Overwritten } from './annotation-writes.queries.js';
import {
  keyText,
  type NewAnnotation,
  type SentAnnotation,
  toNewAnnotation,
} from './new-annotation.js';
import {
  type DueAnnotation,
  type WaitingAnnotation,
  WaitingAnnotationsQueries,
} from './waiting-annotations.queries.js';

/** Name of the queue. Its jobs only signal that annotations wait. */
const QUEUE = 'pending-annotations';

/** How many annotations one transaction attaches. */
const BATCH = 1000;

const PAUSE_MS = 500;

/** How long an annotation waits for its target. */
const MAX_WAIT_SECONDS = 600;

/** An annotation whose target has arrived. */
interface Attachable {
  annotation: NewAnnotation;
  found: FoundTarget;
  /** Its row, if it had to wait. */
  due?: DueAnnotation;
}

/**
 * Stores annotations that may arrive before their targets. They wait in the database, so none is
 * lost if a server is killed, and every server attaches those of all servers.
 */
@Injectable()
export class WaitingAnnotationsService implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private isAttaching = false;

  constructor(
    private readonly database: DatabaseWriter,
    private readonly writing: AnnotationWritingService,
    private readonly queries: WaitingAnnotationsQueries,
    private readonly projects: ProjectsService,
    private readonly errors: IngestionErrorsService,
    private readonly jobs: JobQueueService,
    private readonly access: ProjectAccessReader,
  ) {
    jobs.registerHandler(QUEUE, (signal) =>
      this.attachAll(AbortSignal.any([signal, this.stopping.signal])),
    );
  }

  /**
   * Stores annotations that a program sent: at once if their targets exist, otherwise when they
   * arrive, in the order in which they were received and with the rights of their senders. What cannot
   * be stored is recorded as an ingestion error.
   * @throws like `assertAcceptable`.
   */
  async attachOrKeep(
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<void> {
    assertAcceptable(target, sent, caller);
    if (sent.length === 0) return;
    const found = await this.writing.findTargets(target, sent);
    const waiting = sent.filter(({ targetKey }) => !found.has(targetKey));
    if (waiting.length > 0) await this.keep(target, waiting, caller);
    const ready = sent.flatMap((item): Attachable[] => {
      const stored = found.get(item.targetKey);
      if (!stored) return [];
      const annotation = toNewAnnotation(item, stored, AnnotationSource.API, caller);
      return [{ annotation, found: stored }];
    });
    await this.attach(target, ready, caller.role === 'ADMIN' ? 'all' : 'own');
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async keep(
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<void> {
    const waiting = new Map<string, WaitingAnnotation>();
    for (const item of sent) {
      const stored = { key: [item.targetKey] };
      const annotation = toNewAnnotation(item, stored, AnnotationSource.API, caller);
      const { target: _target, receivedAt: _receivedAt, ...columns } = annotation;
      waiting.set(keyText({ ...target, hasPosition: true }, annotation), {
        ...columns,
        kind: target.kind,
        targetKey: item.targetKey,
      });
    }
    try {
      await this.database.inTransaction((tx) => this.queries.insert(tx, [...waiting.values()]));
    } catch (error) {
      throw isTooLargeForIndex(error) ? new UnprocessableError(KEY_TOO_LONG) : error;
    }
    // Whoever is attaching looks once more before it ends.
    if (this.isAttaching) return;
    await this.jobs.send(QUEUE, {
      query: async (text, values) => ({ rows: await this.database.query(text, values) }),
    });
    this.jobs.wake(QUEUE);
  }

  /** Attaches annotations to their targets as those arrive, until none waits. */
  private async attachAll(signal: AbortSignal): Promise<void> {
    this.isAttaching = true;
    try {
      while (!signal.aborted) {
        await this.queries.adopt();
        while (!signal.aborted && (await this.attachDue()) >= BATCH);
        this.isAttaching = false;
        if (await this.queries.isEmpty()) return;
        this.isAttaching = true;
        await sleep(PAUSE_MS, null, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      this.isAttaching = false;
    }
  }

  /** Returns how many annotations it took. Before it throws an error, it tries those of others. */
  private async attachDue(): Promise<number> {
    const due = await this.queries.takeDue(BATCH, MAX_WAIT_SECONDS);
    const tried = await this.leaveOutMissing(due);
    // Whoever was first with a key must be stored first, because others may not replace it.
    for (const turn of Map.groupBy(tried, (annotation) => annotation.turn).values()) {
      const errors: unknown[] = [];
      // Nobody can annotate what they cannot see, even if it arrives later.
      for (const [userId, own] of Map.groupBy(turn, (annotation) => annotation.userId)) {
        const attached = this.access.runAs(userId, 'MEMBER', () => this.attachOwn(own));
        await attached.catch((error) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    }
    return due.length;
  }

  /**
   * Excludes annotations whose target does not exist yet if some have the same key. If it arrived after the
   * first of them was tried, the second one would be stored instead.
   */
  private async leaveOutMissing(due: readonly DueAnnotation[]): Promise<readonly DueAnnotation[]> {
    if (due.every(({ turn }) => turn === 1)) return due;
    const tried: DueAnnotation[] = [];
    for (const target of ANNOTATION_TARGETS) {
      const taken = due.filter(({ kind }) => kind === target.kind);
      const found = await unlimited(() => this.writing.findTargets(target, taken));
      tried.push(...taken.filter((item) => item.isExpired || found.has(item.targetKey)));
    }
    return tried.toSorted((one, other) => one.turn - other.turn);
  }

  private async attachOwn(due: readonly DueAnnotation[]): Promise<void> {
    for (const target of ANNOTATION_TARGETS) {
      const taken = due.filter(({ kind }) => kind === target.kind);
      if (taken.length > 0) await this.attachTaken(target, taken);
    }
  }

  private async attachTaken(
    target: AnnotationTarget,
    taken: readonly DueAnnotation[],
  ): Promise<void> {
    const found = await this.writing.findTargets(target, taken);
    const ready = taken.filter(({ targetKey }) => found.has(targetKey));
    const expired = taken.filter((item) => item.isExpired && !found.has(item.targetKey));
    // Whoever sent them may not see the default project.
    if (expired.length > 0) await unlimited(() => this.expire(target, expired));
    const items = ready.map((due) => {
      const stored = found.get(due.targetKey)!;
      return { annotation: { ...due, target: stored.key }, found: stored, due };
    });
    for (const overwritten of ['all', 'own'] as const) {
      const fromAdmins = overwritten === 'all';
      const chosen = items.filter(({ due }) => due.isFromAdmin === fromAdmins);
      await this.attach(target, chosen, overwritten);
    }
  }

  private async attach(
    target: AnnotationTarget,
    items: readonly Attachable[],
    overwritten: Overwritten,
  ): Promise<void> {
    if (items.length === 0) return;
    const findings = await this.writing.findOutOfRange(
      target,
      items.map(({ annotation }) => annotation),
    );
    const messages = new Map(
      findings.map((finding) => [finding.annotation, describeOutOfRange(finding)]),
    );
    const right = items.filter(({ annotation }) => !messages.has(annotation));
    if (right.length > 0) await this.store(target, right, overwritten);
    for (const item of items) {
      const message = messages.get(item.annotation);
      if (message) await this.refuse(target, item, 'annotation_document_missing', message);
    }
  }

  /** Stores annotations together or, if the database refuses one of them, in halves. */
  private async store(
    target: AnnotationTarget,
    items: readonly Attachable[],
    overwritten: Overwritten,
  ): Promise<void> {
    try {
      await this.database.inTransaction(async (tx) => {
        const annotations = items.map(({ annotation }) => annotation);
        await this.writing.lockTargets(tx, target, annotations);
        const overwriting = { overwritten, onlyOlder: true };
        const ids = await this.writing.write(tx, target, annotations, overwriting);
        const deleted = await this.queries.delete(
          tx,
          items.flatMap(({ due }) => due ?? []),
        );
        const skipped = annotations.filter((item) => !ids.has(keyText(target, item)));
        if (overwritten === 'all') return;
        const notOwn = await this.writing.findNotOwn(tx, target, skipped);
        // Another server may have been here before.
        const isNews = ({ due }: Attachable) => !due || deleted.has(due.id);
        const refused = items.filter((item) => notOwn.has(item.annotation) && isNews(item));
        await this.errors.record(
          tx,
          refused.map(({ annotation, found }) => ({
            ...describePlace(target, found),
            reason: 'annotation_not_own',
            message: describeNotReplaced(annotation.name),
          })),
        );
      });
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      const [first] = items;
      if (items.length === 1 && first) {
        await this.refuse(target, first, 'annotation_key_too_long', KEY_TOO_LONG);
        return;
      }
      const middle = items.length >> 1;
      await this.store(target, items.slice(0, middle), overwritten);
      await this.store(target, items.slice(middle), overwritten);
    }
  }

  /** Records why an annotation cannot be stored, in the project of its target. */
  private async refuse(
    target: AnnotationTarget,
    { found, due }: Attachable,
    reason: string,
    message: string,
  ): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      if (due && !(await this.queries.delete(tx, [due])).has(due.id)) return;
      await this.errors.record(tx, [{ ...describePlace(target, found), reason, message }]);
    });
  }

  private async expire(target: AnnotationTarget, expired: readonly DueAnnotation[]): Promise<void> {
    const { id: projectId } = await this.projects.getDefault();
    const { noun } = target;
    // Nobody knows where the targets would have arrived. It may be where some cannot see them.
    const isSecret = await this.access.runFor(projectId, async () => currentScope() !== undefined);
    await this.database.inTransaction(async (tx) => {
      const deleted = await this.queries.delete(tx, expired);
      const news = expired.filter(({ id }) => deleted.has(id));
      const errors = news.map((item) => ({
        projectId,
        reason: 'annotation_target_missing',
        message: describeMissing(noun, MAX_WAIT_SECONDS / 60, isSecret ? null : item),
        traceId: noun === 'trace' && !isSecret ? item.targetKey : null,
        spanId: noun === 'span' && !isSecret ? item.targetKey : null,
        spanName: null,
      }));
      await this.errors.record(tx, errors);
    });
  }
}

/** Returns where an ingestion error is shown. */
function describePlace({ targets }: AnnotationTarget, { projectId, key }: FoundTarget) {
  const valueOf = (column: string): string | null => {
    const at = targets.keys.indexOf(column);
    return at < 0 ? null : String(key[at]);
  };
  return { projectId, traceId: valueOf('trace_id'), spanId: valueOf('span_id'), spanName: null };
}
