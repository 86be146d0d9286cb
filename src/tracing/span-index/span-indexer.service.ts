import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type pg from 'pg';
import { Counter, Gauge } from 'prom-client';
import { isTransient, isUnreachable } from '../../kernel/errors/database-errors.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { choosePauses, pauseAfter } from '../../kernel/time/pause-for.js';
import { waitForWorkers } from '../../database/settled-workers.js';
import { limitBlocks } from '../../spans/span-blocks.js';
import { BlockFailure, collectTerms } from './collect-terms.js';
import {
  type BlockKey,
  countSetAside,
  findFailedParents,
  forgetChanges,
  INDEX_DUE,
  keyOf,
  listChanges,
  readBlockSizes,
  setAside,
  type SizedBlock,
  type WaitingChange,
  writeBlocks,
} from './span-indexer.queries.js';
import { markOutdated } from './outdated-blocks.queries.js';
import { TermThread } from './term-thread.js';

/** Changes to take at a time. Ingestion records one for each project in a batch. */
const CHANGES = 200;
/** Blocks in which those changes are. */
const MAX_BLOCKS = { busy: 64, idle: 512 };
/** While spans arrive. How far it is behind is the age of the change that waits longest, in seconds. */
const PACE = { max: 9, min: 0, calm: 5 };
const BUSY_SECONDS = 3;
/**
 * Blocks to read at a time: more cost less each, in particular on a cluster, where each statement asks all
 * shards, but delay what the server does for others.
 */
const BLOCKS = { few: 16, many: 64 };
/** Of text, which bounds memory. Of a block with more, spans are read a few at a time. */
const BYTES = 4 * 1024 * 1024;

const waitingSeconds = new Gauge({
  name: 'spandrel_span_index_lag_seconds',
  help: 'Age of the change to spans that the index took last; 0 if none waits.',
});

const failures = new Counter({
  name: 'spandrel_span_index_failures_total',
  help: 'How often blocks of spans could not be indexed. They are tried again later.',
});

const setAsideBlocks = new Gauge({
  name: 'spandrel_span_index_set_aside_blocks',
  help: 'Blocks of spans that could not be indexed and wait to be tried again.',
});

/** The share of time that indexing leaves to others. */
interface Pace {
  /** How many times as long to pause as it works. */
  pauses: number;
  /** How many blocks to read at a time. */
  blocks: number;
}

/** A block that could not be indexed, and why. */
interface Failure {
  key: BlockKey;
  error: unknown;
}

/**
 * Indexes changed spans in the background. Changes are rows that are written with the spans, so none is missed
 * if a server is killed. Once they are indexed, the rules that evaluate live traces get them. A block that
 * cannot be indexed is set aside, so that it delays no others.
 */
@Injectable()
export class SpanIndexer implements OnApplicationShutdown {
  private readonly logger = new Logger('span index');
  private readonly thread = new TermThread();

  constructor(loops: BackgroundLoops) {
    loops.add({
      name: 'index',
      description:
        'indexes changed spans for searches, and hands them over to evaluation rules and sampling',
      due: INDEX_DUE,
      lock: 'spanIndex',
      lag: waitingSeconds,
      metrics: [failures, setAsideBlocks],
      step: (client, signal) => this.indexNext(client, signal),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.stop();
  }

  /** Indexes some changes, and returns how long to pause. */
  private async indexNext(
    client: Distributed<pg.ClientBase>,
    signal: AbortSignal,
  ): Promise<number | typeof NO_WORK> {
    const changes = await listChanges(client, CHANGES);
    if (changes.length > 0) await waitForWorkers(client);
    const { newestSeconds = 0, ageSeconds = 0 } = changes[0] ?? {};
    const isBusy = newestSeconds < BUSY_SECONDS;
    const pace = {
      pauses: isBusy ? choosePauses(PACE, ageSeconds) : 0,
      blocks: isBusy && !client.distribution.hasWorkers ? BLOCKS.few : BLOCKS.many,
    };
    const most = isBusy ? MAX_BLOCKS.busy : MAX_BLOCKS.idle;
    await this.indexChanges(client, limitBlocks(changes, most), pace, signal);
    // Once nothing else waits.
    const isOutdated = changes.length === 0 && (await markOutdated(client));
    waitingSeconds.set(ageSeconds);
    return changes.length > 0 || isOutdated ? 0 : NO_WORK;
  }

  private async indexChanges(
    client: pg.ClientBase,
    changes: readonly WaitingChange[],
    pace: Pace,
    signal: AbortSignal,
  ): Promise<void> {
    if (changes.length === 0) return;
    const failed = await this.indexSafely(client, distinctBlocks(changes), pace, signal);
    // The changes stay, so the next server repeats this.
    if (signal.aborted) return;
    await client.query('BEGIN');
    for (const { key, error } of failed) {
      const { message } = error as Error;
      const { attempts, retryAt } = await setAside(client, key, changes, message);
      failures.inc();
      this.logger.warn(
        { err: error, ...key, attempts, retryAt },
        'spans cannot be indexed now, so searches look at all of them',
      );
    }
    await forgetChanges(
      client,
      changes.map((change) => change.id),
    );
    await client.query('COMMIT');
    const wereSetAside = changes.some(({ attempts }) => attempts > 0);
    if (failed.length > 0 || wereSetAside) setAsideBlocks.set(await countSetAside(client));
  }

  /** Indexes blocks, and returns those that could not be. The others are not affected. */
  private async indexSafely(
    client: pg.ClientBase,
    keys: readonly BlockKey[],
    pace: Pace,
    signal: AbortSignal,
  ): Promise<Failure[]> {
    let failure: unknown;
    try {
      await this.index(client, keys, pace, signal);
      return [];
    } catch (error) {
      if (isTransient(error) || isUnreachable(error)) throw error;
      failure = error;
    }
    await client.query('ROLLBACK');
    const [key] = keys;
    if (key && keys.length === 1) {
      const error = failure instanceof BlockFailure ? failure.cause : failure;
      return [{ key, error }];
    }
    const failed: Failure[] = [];
    for (const part of separate(keys, failure)) {
      failed.push(...(await this.indexSafely(client, part, pace, signal)));
    }
    return failed;
  }

  private async index(
    client: pg.ClientBase,
    keys: readonly BlockKey[],
    { pauses, blocks }: Pace,
    signal: AbortSignal,
  ): Promise<void> {
    if (keys.length === 0) return;
    for (const part of inParts(await readBlockSizes(client, keys), blocks)) {
      if (signal.aborted) return;
      const start = performance.now();
      await this.indexBlocks(client, part);
      // Not within a transaction: as long as one is open, PostgreSQL vacuums nothing.
      if (pauses > 0) await pauseAfter(performance.now() - start, pauses, signal);
    }
  }

  private async indexBlocks(client: pg.ClientBase, blocks: readonly SizedBlock[]): Promise<void> {
    await client.query('BEGIN');
    const failed = new Set((await findFailedParents(client, blocks)).map(keyOf));
    const terms = await collectTerms(client, blocks, failed, this.thread);
    await writeBlocks(client, blocks, terms);
    await client.query('COMMIT');
  }
}

/** Splits blocks into the one that is known to have failed and the others, or else into halves. */
function separate(keys: readonly BlockKey[], failure: unknown): (readonly BlockKey[])[] {
  if (!(failure instanceof BlockFailure)) {
    const middle = Math.ceil(keys.length / 2);
    return [keys.slice(0, middle), keys.slice(middle)];
  }
  const failed = keyOf(failure.key);
  return [keys.filter((key) => keyOf(key) === failed), keys.filter((key) => keyOf(key) !== failed)];
}

/** Splits blocks, so that each part is not too large, unless it has only one. */
function* inParts(blocks: readonly SizedBlock[], most: number): Generator<SizedBlock[]> {
  let [part, bytes]: [SizedBlock[], number] = [[], 0];
  for (const block of blocks) {
    if (part.length === most || (part.length > 0 && bytes + block.bytes > BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(block);
    bytes += block.bytes;
  }
  if (part.length > 0) yield part;
}

function distinctBlocks(changes: readonly WaitingChange[]): BlockKey[] {
  const keys = new Map<string, BlockKey>();
  for (const { projectId, blocks } of changes) {
    for (const block of blocks) keys.set(keyOf({ projectId, block }), { projectId, block });
  }
  return [...keys.values()];
}
