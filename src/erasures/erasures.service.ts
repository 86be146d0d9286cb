import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { AlertErasureService, type ErasedAlerts } from '../alerts/erasure/alert-erasure.service.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import { BadRequestError } from '../kernel/errors/errors.js';
import { PRODUCT_VERSION } from '../config/version.js';
import {
  ExampleErasureService,
  type ExampleOfTrace,
} from '../datasets/edits/example-erasure.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import {
  type ErasedTraces,
  UserTracesService,
  type ValueGrouping,
} from '../tracing/erasure/user-traces.service.js';
import { toSessionText } from '../spans/session-key.js';
import { listMentions, type Mention } from './mentions.queries.js';

/** Few enough that their transaction is short, even if they are large. */
const TRACES_AT_ONCE = 50;

/** The column of spans has at most this much of a user's ID. */
const MAX_USER_ID_LENGTH = 1000;

/** The record of an erasure: who did it, when, and how much was deleted. */
export interface ErasureReceipt {
  userId: string;
  startedAt: string;
  endedAt: string;
  by: string;
  version: string;
  traces: number;
  spans: number;
  projects: { name: string; traces: number; spans: number }[];
  annotations: ErasedTraces['annotations'];
  sessions: {
    deleted: number;
    /** Sessions that also have traces without a span of the user, which stay. */
    kept: string[];
  };
  /** Log records that named the user, besides those of deleted traces. */
  logRecords: number;
  /** Points of metrics that named the user. */
  metricPoints: number;
  /** Examples that were made from deleted spans. */
  datasetExamples: {
    dataset: string;
    id: string;
    traceId: string;
    spanId: string;
    deleted: boolean;
  }[];
  alerts: ErasedAlerts;
  /** Conditions that name the user. They stay, because without them their rules and lists would cover everyone. */
  conditions: Mention[];
}

/** Deletes everything about an end user: a person whose ID is the attribute `user.id` of spans. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly traces: UserTracesService,
    private readonly examples: ExampleErasureService,
    private readonly alerts: AlertErasureService,
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deletes all traces with a span of the user in all projects, in steps, until there are none. Then erases
   * the user from alerts.
   * @param options whether to delete examples that were made from their spans, or only to list them.
   * @param say gets lines about the progress.
   * @throws BadRequestError for an ID that no span can have.
   */
  async run(
    userId: string,
    { deletesExamples }: { deletesExamples: boolean },
    caller: Identity,
    say: (line: string) => void,
  ): Promise<ErasureReceipt> {
    const isPossible = userId !== '' && userId.trim() === userId && !userId.includes('\0');
    if (!isPossible || userId.length > MAX_USER_ID_LENGTH) {
      throw new BadRequestError(
        `An ID of a user has 1 to ${MAX_USER_ID_LENGTH} characters, without spaces at its ends.`,
      );
    }
    const startedAt = new Date().toISOString();
    const totals = new Totals();
    const examples = new Map<number, ExampleOfTrace>();
    const told = await this.alerts.listMentionedGroupings();
    // First, so that none of them is sent again in the meantime.
    const records = await this.traces.eraseRecordsAndRefused(userId);
    // Spans may arrive at the same time.
    for (;;) {
      const traceIds = await this.traces.list(userId);
      if (traceIds.length === 0) break;
      for (let from = 0; from < traceIds.length; from += TRACES_AT_ONCE) {
        const some = traceIds.slice(from, from + TRACES_AT_ONCE);
        const found = await this.examples.list(some);
        if (deletesExamples && found.length > 0) await this.examples.erase(found, caller);
        for (const example of found) examples.set(example.id, example);
        totals.add(await this.eraseTraces(some, told));
        say(`${Math.min(from + TRACES_AT_ONCE, traceIds.length)} of ${traceIds.length} traces`);
      }
    }
    const alerts = await this.alerts.erase(userId);
    const receipt = {
      userId,
      startedAt,
      endedAt: new Date().toISOString(),
      by: caller.username ?? 'unknown',
      version: PRODUCT_VERSION,
      ...(await this.describe(totals)),
      ...records,
      datasetExamples: [...examples.values()].map(({ dataset, globalId, traceId, spanId }) => ({
        dataset,
        id: globalId,
        traceId,
        spanId,
        deleted: deletesExamples,
      })),
      alerts,
      conditions: await listMentions(this.database, userId),
    };
    await this.record(receipt, caller);
    return receipt;
  }

  /**
   * Deletes traces, and in the same transaction stores the names that alerts must forget, so an interruption
   * loses none of them.
   */
  private eraseTraces(
    traceIds: readonly string[],
    told: readonly ValueGrouping[],
  ): Promise<ErasedTraces> {
    return this.database.inTransaction(async (tx) => {
      const groupings = await this.alerts.listGroupings(tx, told);
      const erased = await this.traces.erase(tx, traceIds, groupings);
      await this.alerts.remember(tx, erased.sessions.deleted, erased.groups);
      return erased;
    });
  }

  private async describe(
    totals: Totals,
  ): Promise<Pick<ErasureReceipt, 'traces' | 'spans' | 'projects' | 'annotations' | 'sessions'>> {
    const { projects, annotations } = totals;
    const named = await this.projects.findByIds([...projects.keys()]);
    const names = new Map(named.map(({ id, name }) => [id, name]));
    const counts = [...projects].map(([id, count]) => ({
      name: names.get(id) ?? 'a deleted project',
      ...count,
    }));
    return {
      traces: counts.reduce((sum, { traces }) => sum + traces, 0),
      spans: counts.reduce((sum, { spans }) => sum + spans, 0),
      projects: counts,
      annotations,
      sessions: {
        deleted: totals.deletedSessions.size,
        kept: [...new Set(totals.keptSessions.values())],
      },
    };
  }

  /** The audit log only grows, so it must not name the user. With the receipt, anyone can compute the hash. */
  private async record(receipt: ErasureReceipt, actor: Identity): Promise<void> {
    const { userId, traces, spans, annotations, sessions, datasetExamples, alerts } = receipt;
    const { logRecords, metricPoints } = receipt;
    await this.audit.record({
      action: 'end_user.erased',
      actor,
      subject: { type: 'EndUser', id: createHash('sha256').update(userId).digest('hex') },
      details: {
        traces,
        spans,
        annotations,
        sessions: sessions.deleted,
        logRecords,
        metricPoints,
        datasetExamples: datasetExamples.length,
        deletedExamples: datasetExamples.filter((example) => example.deleted).length,
        alertRules: alerts.rules,
        alertEvents: alerts.events,
        webhookMessages: alerts.messages,
      },
    });
  }
}

/** Adds up what the steps deleted. */
class Totals {
  readonly projects: ErasedTraces['projects'] = new Map();
  readonly annotations = { spans: 0, documents: 0, traces: 0, sessions: 0 };
  /** The senders' IDs, by those of the sessions. */
  readonly keptSessions = new Map<string, string>();
  readonly deletedSessions = new Set<string>();

  add({ projects, annotations, sessions }: ErasedTraces): void {
    for (const [id, count] of projects) {
      const known = this.projects.get(id) ?? { traces: 0, spans: 0 };
      this.projects.set(id, {
        traces: known.traces + count.traces,
        spans: known.spans + count.spans,
      });
    }
    for (const kind of ['spans', 'documents', 'traces', 'sessions'] as const) {
      this.annotations[kind] += annotations[kind];
    }
    for (const key of sessions.kept) this.keptSessions.set(toSessionText(key), key.sessionId);
    // The last of the user's traces may leave a session empty that an earlier step kept.
    for (const text of sessions.deleted.map(toSessionText)) {
      this.keptSessions.delete(text);
      this.deletedSessions.add(text);
    }
  }
}
