import { Injectable } from '@nestjs/common';
import type { Distributed } from '../../../kernel/sql/distribution.js';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { NO_WORK } from '../../../database/background-loop.js';
import { BackgroundLoops } from '../../../database/background-loops.js';
import { waitForWorkers } from '../../../database/settled-workers.js';
import { flagEarlier } from './earlier-rollups.queries.js';
import {
  flagQuarters,
  readWaiting,
  rollUpDays,
  rollUpQuarters,
  ROLLUPS_DUE,
} from './rollup-loop.queries.js';

/** How long a quarter must not have changed, so that one that is being filled is computed only once. */
const SETTLED_SECONDS = 5;
/** Marks to take at a time. Ingestion writes one for each project in a batch. */
const MARKS = 2_000;
/** Quarters and days of an earlier version to look at. */
const EARLIER = 1_000;
/** Quarters to compute at a time: fewer if that takes longer than wanted. */
const MAX_QUARTERS = 64;
/** On a cluster, most of the time goes into asking its shards, however few quarters there are. */
const WANTED_MS = { single: 200, cluster: 500 };
/** While spans arrive, the loop pauses for this many times as long as it works. */
const PAUSE_WHILE_BUSY = 9;
const BUSY_SECONDS = 3;

const waitingSeconds = new Gauge({
  name: 'spandrel_rollup_lag_seconds',
  help: 'Age of the oldest change that the figures of a past quarter of an hour do not cover; 0 if none waits.',
});

/**
 * Keeps the figures of projects for each quarter of an hour and each day. Changes are rows that are
 * written with the traces, so none is missed if a server is killed.
 */
@Injectable()
export class RollupLoop {
  private most = 8;

  constructor(loops: BackgroundLoops) {
    loops.add({
      name: 'rollups',
      description: 'computes the figures of projects for each quarter of an hour and each day',
      due: ROLLUPS_DUE,
      lock: 'rollups',
      lag: waitingSeconds,
      step: (client) => this.rollUpNext(client),
    });
  }

  /** Computes some quarters and their days, and returns how long to pause. */
  private async rollUpNext(client: Distributed<pg.ClientBase>): Promise<number | typeof NO_WORK> {
    const start = performance.now();
    await client.query('BEGIN');
    await flagQuarters(client, MARKS);
    await flagEarlier(client, EARLIER);
    const { due, lagSeconds, newestSeconds } = await readWaiting(
      client,
      SETTLED_SECONDS,
      this.most,
    );
    if (due.length > 0) {
      await waitForWorkers(client);
      await rollUpQuarters(client, due);
      await rollUpDays(client, due);
    }
    await client.query('COMMIT');
    waitingSeconds.set(lagSeconds);
    if (due.length === 0) return NO_WORK;
    const elapsed = performance.now() - start;
    const wanted = client.distribution.choose(WANTED_MS);
    if (elapsed > wanted) this.most = Math.max(1, Math.floor(this.most / 2));
    else if (due.length === this.most) this.most = Math.min(MAX_QUARTERS, this.most * 2);
    const isBusy = newestSeconds !== null && newestSeconds < BUSY_SECONDS;
    return isBusy ? elapsed * PAUSE_WHILE_BUSY : elapsed;
  }
}
