import { Injectable, Logger } from '@nestjs/common';
import type { Distributed } from '../../../kernel/sql/distribution.js';
import type pg from 'pg';
import { Masks } from '../../../masking/masks.contract.js';
import { boundPause, choosePauses } from '../../../kernel/time/pause-for.js';
import { NO_WORK } from '../../../database/background-loop.js';
import { BackgroundLoops } from '../../../database/background-loops.js';
import { waitForWorkers } from '../../../database/settled-workers.js';
import {
  EVENTS_DUE,
  findStored,
  type FoundEvent,
  keyOf,
  lookAgain,
  postponeEvents,
  takeEvents,
  type TakenEvents,
} from './event-joiner.queries.js';
import { joinEvents, type RefusedEvents } from './join-events.js';

/** Rows of the queue to look at in one transaction. */
const ROWS_AT_ONCE = 50;

/** Bounds of what one transaction joins. At least one span is built again. */
const MAX_SPANS = 200;
const MAX_BYTES = 2 * 1024 * 1024;

const PACE = { max: 8, min: 1, calm: 10 };

/**
 * Joins events that were sent as log records with their spans, in the background, whichever came first. What
 * to look at is written with the events and with the spans that events waited for, so none is missed if a
 * server is killed (docs/adr/0098-logs-beside-spans.md).
 */
@Injectable()
export class EventJoiner {
  private readonly logger = new Logger('joined events');

  constructor(
    loops: BackgroundLoops,
    private readonly masks: Masks,
  ) {
    loops.add({
      name: 'joined-events',
      description: 'joins events that were sent as log records with their spans',
      due: EVENTS_DUE,
      lock: 'joinedEvents',
      step: (client) => this.joinNext(client),
    });
  }

  private async joinNext(client: Distributed<pg.ClientBase>): Promise<number | typeof NO_WORK> {
    const start = performance.now();
    await client.query('BEGIN');
    const taken = await takeEvents(client, ROWS_AT_ONCE);
    if (taken.length === 0) {
      await client.query('COMMIT');
      return NO_WORK;
    }
    await waitForWorkers(client);
    try {
      const found = await findStored(
        client,
        taken.flatMap(({ logIds }) => logIds),
      );
      const part = cutPart(found);
      const refused = part.length > 0 ? await joinEvents(client, part, this.masks.of) : [];
      // The rest is taken again at once.
      if (part.length === found.length) await lookAgain(client, taken);
      await client.query('COMMIT');
      for (const one of refused) this.logRefused(one);
    } catch (error) {
      await client.query('ROLLBACK');
      await this.postpone(client, taken, error);
    }
    return boundPause((performance.now() - start) * choosePauses(PACE, taken.length));
  }

  private async postpone(
    client: pg.ClientBase,
    taken: readonly TakenEvents[],
    error: unknown,
  ): Promise<void> {
    const postponed = await postponeEvents(
      client,
      taken.map(({ id }) => id),
    );
    const { logIds = [], failures, retryAt } = postponed[0] ?? {};
    const eventCount = postponed.reduce((sum, batch) => sum + batch.logIds.length, 0);
    this.logger.warn(
      {
        err: error,
        eventCount,
        failures,
        retryAt,
        ...(eventCount === 1 && { logRecordId: logIds[0] }),
      },
      'events cannot be joined with their spans now',
    );
  }

  private logRefused({ traceId, spanId, error }: RefusedEvents): void {
    const { reason, message } = error;
    this.logger.warn(
      { traceId, spanId, reason, detail: message },
      'a span cannot take its events, which stay log records',
    );
  }
}

/** Returns the first events, always with all that were found of their spans. */
function cutPart(found: readonly FoundEvent[]): readonly FoundEvent[] {
  let [spans, bytes, last] = [0, 0, ''];
  const beyond = found.findIndex((event) => {
    const key = keyOf(event);
    const isNext = key !== last;
    if (isNext && spans > 0 && (spans >= MAX_SPANS || bytes >= MAX_BYTES)) return true;
    if (isNext) spans += 1;
    bytes += event.byteSize;
    last = key;
    return false;
  });
  return beyond === -1 ? found : found.slice(0, beyond);
}
