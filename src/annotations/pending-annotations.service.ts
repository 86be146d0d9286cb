import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import { JobsService } from '../jobs/jobs.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { IngestionErrorsService } from '../tracing/ingestion-errors/ingestion-errors.service.js';
import { AnnotationSource } from './annotation.enum.js';
import { ANNOTATION_TARGETS, type AnnotationTarget } from './annotation-target.js';
import {
  AnnotationWritingService,
  assertAcceptable,
  describeOutOfRange,
  type SentAnnotation,
  toNewAnnotation,
} from './annotation-writing.service.js';
import {
  type FoundTarget,
  keyText,
  type NewAnnotation,
  type Overwritten,
} from './annotation-writes.queries.js';
import {
  type DueAnnotation,
  type PendingAnnotation,
  PendingAnnotationsQueries,
} from './pending-annotations.queries.js';

/** Name of the queue. Its jobs only signal that annotations wait. */
const QUEUE = 'pending-annotations';

/** How many annotations one transaction attaches. */
const BATCH = 1000;

const PAUSE_MS = 1000;

/** How long an annotation waits for its target. */
const LONGEST_WAIT_SECONDS = 600;

/** An annotation that cannot be attached, and its target if there is one. */
interface Refused {
  reason: string;
  message: string;
  annotation: Pick<NewAnnotation, 'name'> & { targetKey: string };
  found?: FoundTarget | undefined;
}

/**
 * Stores annotations that may arrive before their targets. They wait in the database, so none is
 * lost if a server is killed, and every server attaches those of all servers.
 */
@Injectable()
export class PendingAnnotationsService implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private isAttaching = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writing: AnnotationWritingService,
    private readonly queries: PendingAnnotationsQueries,
    private readonly projects: ProjectsService,
    private readonly errors: IngestionErrorsService,
    private readonly jobs: JobsService,
  ) {
    jobs.registerHandler(QUEUE, (signal) =>
      this.attachAll(AbortSignal.any([signal, this.stopping.signal])),
    );
  }

  /**
   * Stores annotations that a program sent: at once if their targets exist, otherwise when they
   * arrive. If several annotations with the same key wait, the one received last is stored. What
   * cannot be stored is recorded as an ingestion error.
   * @throws like `assertAcceptable`.
   */
  async attachOrKeep(
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<void> {
    assertAcceptable(target, sent);
    if (sent.length === 0) return;
    const found = await this.writing.findTargets(target, sent);
    const waiting = sent.filter(({ targetKey }) => !found.has(targetKey));
    if (waiting.length > 0) await this.keep(target, waiting, caller);
    const ready = sent.flatMap((item) => {
      const stored = found.get(item.targetKey);
      return stored ? [toNewAnnotation(item, stored, AnnotationSource.API, caller)] : [];
    });
    await this.attach(target, ready, {
      found,
      overwritten: caller.role === 'ADMIN' ? 'all' : 'own',
      taken: [],
    });
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async keep(
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<void> {
    const pending = new Map<string, PendingAnnotation>();
    for (const item of sent) {
      const stored = { key: [item.targetKey] };
      const annotation = toNewAnnotation(item, stored, AnnotationSource.API, caller);
      const { target: _target, receivedAt: _receivedAt, ...columns } = annotation;
      pending.set(keyText({ ...target, hasPosition: true }, annotation), {
        ...columns,
        kind: target.kind,
        targetKey: item.targetKey,
      });
    }
    await inRetriedTransaction(this.dataSource, (tx) =>
      this.queries.insert(tx, [...pending.values()]),
    );
    // Whoever is attaching looks once more before it ends.
    if (this.isAttaching) return;
    await this.jobs.send(QUEUE, {
      query: async (text, values) => ({ rows: await this.dataSource.query(text, values) }),
    });
    this.jobs.wake(QUEUE);
  }

  /** Attaches annotations to their targets as those arrive, until none waits. */
  private async attachAll(signal: AbortSignal): Promise<void> {
    this.isAttaching = true;
    try {
      while (!signal.aborted) {
        while (!signal.aborted && (await this.attachDue()) === BATCH);
        this.isAttaching = false;
        if (await this.queries.isEmpty()) return;
        this.isAttaching = true;
        await sleep(PAUSE_MS, null, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      this.isAttaching = false;
    }
  }

  /** Returns how many annotations it took. */
  private async attachDue(): Promise<number> {
    const due = await this.queries.takeDue(BATCH, LONGEST_WAIT_SECONDS);
    for (const target of ANNOTATION_TARGETS) {
      const taken = due.filter(({ kind }) => kind === target.kind);
      if (taken.length > 0) await this.attachTaken(target, taken);
    }
    return due.length;
  }

  private async attachTaken(
    target: AnnotationTarget,
    taken: readonly DueAnnotation[],
  ): Promise<void> {
    const found = await this.writing.findTargets(target, taken);
    const ready = taken.filter(({ targetKey }) => found.has(targetKey));
    const expired = taken.filter((item) => item.isExpired && !found.has(item.targetKey));
    if (expired.length > 0) await this.expire(target, expired);
    const annotations = ready.map((item) => ({ ...item, target: found.get(item.targetKey)!.key }));
    await this.attach(target, annotations, { found, overwritten: 'own', taken: ready });
  }

  private async attach(
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    {
      found,
      overwritten,
      taken,
    }: {
      found: Map<string, FoundTarget>;
      overwritten: Overwritten;
      taken: readonly DueAnnotation[];
    },
  ): Promise<void> {
    if (annotations.length === 0) return;
    const outOfRange = await this.writing.findOutOfRange(target, annotations);
    const wrong = new Set(outOfRange.map(({ annotation }) => annotation));
    const right = annotations.filter((annotation) => !wrong.has(annotation));
    const byKey = new Map(
      [...found.values()].map((stored) => [JSON.stringify(stored.key), stored]),
    );
    const refused = outOfRange.map((finding) => ({
      reason: 'annotation_document_missing',
      message: describeOutOfRange(finding),
      annotation: { ...finding.annotation, targetKey: finding.annotation.target.at(-1)! },
      found: byKey.get(JSON.stringify(finding.annotation.target)),
    }));
    await inRetriedTransaction(this.dataSource, async (tx) => {
      if (right.length > 0)
        await this.writing.write(tx, target, right, { overwritten, onlyOlder: true });
      if (taken.length > 0) await this.queries.delete(tx, taken);
      await this.errors.record(
        tx,
        refused.map((item) => toIngestionError(item, item.found!.projectId)),
      );
    });
  }

  private async expire(target: AnnotationTarget, expired: readonly DueAnnotation[]): Promise<void> {
    const project = await this.projects.getDefault();
    const { noun } = target;
    const minutes = LONGEST_WAIT_SECONDS / 60;
    await inRetriedTransaction(this.dataSource, async (tx) => {
      await this.queries.delete(tx, expired);
      const refused = expired.map((annotation) => ({
        reason: 'annotation_target_missing',
        message:
          `The annotation "${annotation.name}" was not stored, because its ${noun} ` +
          `"${annotation.targetKey}" did not arrive within ${minutes} minutes.`,
        annotation,
      }));
      await this.errors.record(
        tx,
        refused.map((item) => toIngestionError({ ...item, noun }, project.id)),
      );
    });
  }
}

function toIngestionError(
  { reason, message, annotation, found, noun = 'span' }: Refused & { noun?: string },
  projectId: number,
) {
  return {
    projectId,
    reason,
    message,
    traceId: noun === 'trace' ? annotation.targetKey : (found?.key[0] ?? null),
    spanId: noun === 'span' ? annotation.targetKey : null,
    spanName: null,
  };
}
