import { setImmediate as yieldToRequests } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { isDistributed } from '../../common/sql/distribution.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { BackgroundLoop, type LoopStep, NO_WORK } from '../../database/background-loop.js';
import { DatabaseActivity } from '../../database/database-activity.js';
import { choosePauses, pauseFor } from '../../database/pause-for.js';
import { waitForWorkers } from '../../database/settled-workers.js';
import { toTerms } from './index-blocks.js';
import {
  type BlockKey,
  findFailedParents,
  forgetChanges,
  INDEX_DUE,
  keyOf,
  listChanges,
  lockIndex,
  readBlocks,
  readBlockSizes,
  unlockIndex,
  type WaitingChange,
  writeBlocks,
} from './span-indexer.queries.js';

/** Changes to take at a time. Ingestion records one for each project in a batch. */
const CHANGES = 200;
/** Blocks in which those changes are. The first change may be larger. */
const MOST_BLOCKS = { busy: 64, idle: 512 };
/** While spans arrive. How far it is behind is the age of the change that waits longest, in seconds. */
const PACE = { most: 9, least: 0, calm: 5 };
const BUSY_SECONDS = 3;
/**
 * Blocks to read at a time: more cost less each, in particular on a cluster, where each statement asks all
 * shards, but delay what the server does for others.
 */
const BLOCKS = { few: 16, many: 64 };
/** Their compressed size, which bounds memory. */
const BYTES = 8 * 1024 * 1024;

const waitingSeconds = new Gauge({
  name: 'spandrel_span_index_lag_seconds',
  help: 'Age of the change to spans that the index took last; 0 if none waits.',
});

/**
 * Indexes changed spans in the background. Every server runs it, and they take turns. Changes are
 * rows that are written with the spans, so none is missed if a server is killed. Once they are
 * indexed, the rules that evaluate live traces get them.
 */
@Injectable()
export class SpanIndexer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(ENV) env: Env & { databaseUrl?: string | undefined },
    activity: DatabaseActivity,
  ) {
    const step: LoopStep = (client, signal) => this.indexNext(client, signal);
    this.loop = new BackgroundLoop('index', env, activity, step, INDEX_DUE);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Indexes some changes, and returns how long to pause. */
  private async indexNext(
    client: pg.ClientBase,
    signal: AbortSignal,
  ): Promise<number | typeof NO_WORK> {
    if (!(await lockIndex(client))) return NO_WORK;
    const changes = await listChanges(client, CHANGES);
    if (changes.length > 0) await waitForWorkers(client);
    const { newestSeconds = 0, ageSeconds = 0 } = changes[0] ?? {};
    const isBusy = newestSeconds < BUSY_SECONDS;
    const pace = {
      pauses: isBusy ? choosePauses(PACE, ageSeconds) : 0,
      blocks: isBusy && !isDistributed() ? BLOCKS.few : BLOCKS.many,
    };
    await this.indexChanges(client, limitBlocks(changes, isBusy), pace, signal);
    await unlockIndex(client);
    waitingSeconds.set(ageSeconds);
    return changes.length === 0 ? NO_WORK : 0;
  }

  /**
   * @param pauses how many times as long to pause as it works.
   * @param blocks how many to read at a time.
   */
  private async indexChanges(
    client: pg.ClientBase,
    changes: readonly WaitingChange[],
    { pauses, blocks }: { pauses: number; blocks: number },
    signal: AbortSignal,
  ): Promise<void> {
    if (changes.length === 0) return;
    const keys = distinctBlocks(changes);
    const sizes = await readBlockSizes(client, keys);
    for (const part of inParts(keys, sizes, blocks)) {
      const start = performance.now();
      await this.indexBlocks(client, part);
      // Not within a transaction: as long as one is open, PostgreSQL vacuums nothing.
      if (pauses > 0) await pauseFor((performance.now() - start) * pauses, signal);
      // The changes stay, so the next server repeats this.
      if (signal.aborted) return;
    }
    await client.query('BEGIN');
    await forgetChanges(
      client,
      changes.map((change) => change.id),
    );
    await client.query('COMMIT');
  }

  private async indexBlocks(client: pg.ClientBase, keys: readonly BlockKey[]): Promise<void> {
    await client.query('BEGIN');
    const spans = Map.groupBy(await readBlocks(client, keys), keyOf);
    const failed = new Set((await findFailedParents(client, keys)).map(keyOf));
    const terms: string[] = [];
    for (const key of keys) {
      terms.push(toTerms(spans.get(keyOf(key)) ?? [], failed.has(keyOf(key))).join(' '));
      await yieldToRequests();
    }
    await writeBlocks(client, keys, terms);
    await client.query('COMMIT');
  }
}

/** Splits blocks, so that each part is not too large. */
function* inParts(
  keys: readonly BlockKey[],
  sizes: readonly number[],
  most: number,
): Generator<BlockKey[]> {
  let [part, bytes]: [BlockKey[], number] = [[], 0];
  for (const [at, key] of keys.entries()) {
    const size = sizes[at]!;
    if (part.length === most || (part.length > 0 && bytes + size > BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(key);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Returns the first changes, which are in a limited number of blocks. */
function limitBlocks(changes: readonly WaitingChange[], isBusy: boolean): WaitingChange[] {
  let room = isBusy ? MOST_BLOCKS.busy : MOST_BLOCKS.idle;
  return changes.filter(({ blocks }, at) => (room -= blocks.length) >= 0 || at === 0);
}

function distinctBlocks(changes: readonly WaitingChange[]): BlockKey[] {
  const keys = new Map<string, BlockKey>();
  for (const { projectId, blocks } of changes) {
    for (const block of blocks) keys.set(keyOf({ projectId, block }), { projectId, block });
  }
  return [...keys.values()];
}
