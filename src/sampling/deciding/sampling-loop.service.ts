import { Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { isCanceled, mayPass } from '../../kernel/errors/database-errors.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { limitBlocks } from '../../spans/span-blocks.js';
import { DroppedTracesService } from '../../tracing/sampling/dropped-traces.service.js';
import { SampledTracesService } from '../../tracing/sampling/sampled-traces.service.js';
import { SamplingQueries } from '../sampling.queries.js';
import {
  type DuePolicy,
  findDuePolicy,
  forgetOld,
  forgetHandOvers,
  type HandOver,
  handOverAgain,
  hasLargeTrace,
  listHandOvers,
  SAMPLING_DUE,
  setLastError,
} from './hand-overs.queries.js';

const HAND_OVERS = 200;
const MAX_BLOCKS = 64;
/** Traces to decide about with one statement. */
const TRACES = 500;

const FORGET_EVERY_MS = 60 * 60_000;

const lagSeconds = new Gauge({
  name: 'spandrel_sampling_lag_seconds',
  help: 'How long ago the quiet traces that sampling decided about last were due; 0 if none wait.',
});

/** Is thrown to undo a step because people have changed the policy. */
class PolicyChanged extends Error {}

/**
 * Decides which traces are kept, once they are quiet. The span index hands spans over, so none is missed if
 * a server is killed (docs/adr/0074-tail-sampling.md).
 */
@Injectable()
export class SamplingLoop {
  private readonly logger = new Logger('sampling');
  private forgotAt = performance.now() - FORGET_EVERY_MS;

  constructor(
    loops: BackgroundLoops,
    private readonly queries: SamplingQueries,
    private readonly sampled: SampledTracesService,
    private readonly dropped: DroppedTracesService,
  ) {
    loops.add({
      name: 'sampling',
      description: 'decides which traces [sampling](sampling.md) keeps',
      due: SAMPLING_DUE,
      lock: 'sampling',
      lag: lagSeconds,
      step: (client, signal) => this.decideNext(client, signal),
    });
  }

  private async decideNext(
    client: pg.ClientBase,
    signal: AbortSignal,
  ): Promise<number | typeof NO_WORK> {
    const policy = await findDuePolicy(client);
    lagSeconds.set(policy?.lateSeconds ?? 0);
    if (!policy && !(await hasLargeTrace(client))) return NO_WORK;
    if (policy) await this.decide(client, policy, signal);
    await this.dropped.finish(signal);
    await this.forget(client);
    return policy ? 0 : NO_WORK;
  }

  private async decide(
    client: pg.ClientBase,
    policy: DuePolicy,
    signal: AbortSignal,
  ): Promise<void> {
    const taken = limitBlocks(await listHandOvers(client, policy, HAND_OVERS), MAX_BLOCKS);
    let error: string | null;
    try {
      error = await this.carryOut(client, policy, taken, signal);
      // Another server repeats what is left.
      if (signal.aborted) return;
    } catch (failure) {
      if (failure instanceof PolicyChanged) return;
      if (!isCanceled(failure) && mayPass(failure)) throw failure;
      this.logger.error({ err: failure, projectId: policy.projectId }, 'sampling cannot decide');
      error = describe(failure);
    }
    if (error !== null) await setLastError(client, policy, error);
    await forgetHandOvers(
      client,
      taken.map(({ id }) => id),
    );
  }

  /** Decides about the traces of some blocks. Returns why the condition could not be tested. */
  private async carryOut(
    client: pg.ClientBase,
    policy: DuePolicy,
    taken: readonly HandOver[],
    signal: AbortSignal,
  ): Promise<string | null> {
    const { projectId, rules, enabledAt: from } = policy;
    const blocks = new Set(taken.flatMap((one) => one.blocks));
    const traceIds = await this.sampled.listUndecided({ projectId, rules, from }, [...blocks]);
    let mistake: string | null = null;
    for (let at = 0; at < traceIds.length && !signal.aborted; at += TRACES) {
      const part = traceIds.slice(at, at + TRACES);
      const { decided, waiting, error } = await this.sampled.decide(
        { projectId, rules, from },
        part,
      );
      mistake ??= error;
      await handOverAgain(client, projectId, waiting);
      await this.dropped.carryOut(projectId, decided, {
        report: async (tx, counts) => {
          if (!(await this.queries.holdPolicy(tx, policy))) throw new PolicyChanged();
          await this.queries.addCounts(tx, projectId, counts);
        },
        signal,
      });
    }
    return mistake;
  }

  private async forget(client: pg.ClientBase): Promise<void> {
    if (performance.now() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = performance.now();
    await forgetOld(client);
  }
}

function describe(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  return 'The rules could not be applied to some traces, which were kept. The log of the server says why.';
}
