import { Injectable } from '@nestjs/common';
import type pg from 'pg';

/** `EventJoiner` waits longer before it leaves an event to those who store its span. */
export const KNOWN_FOR_MS = 1_000;

const ARE_ANY = {
  name: 'ingest-are-events-waiting',
  text: 'SELECT EXISTS (SELECT FROM waiting_events) AS "areAny"',
};

/** Remembers whether any events wait for their spans, so that storing spans costs nothing while there are none. */
@Injectable()
export class WaitingEvents {
  private areSome = false;
  private readAt = Number.NEGATIVE_INFINITY;

  /** Returns whether there were any within the last second. */
  async areAny(client: pg.ClientBase): Promise<boolean> {
    const now = performance.now();
    if (now - this.readAt > KNOWN_FOR_MS) {
      const { rows } = await client.query<{ areAny: boolean }>(ARE_ANY);
      this.areSome = rows[0]!.areAny;
      this.readAt = now;
    }
    return this.areSome;
  }
}
