import { Injectable, Logger } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type pg from 'pg';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { boundPause, choosePauses } from '../../kernel/time/pause-for.js';
import { waitForWorkers } from '../../database/settled-workers.js';
import {
  forgetUnpriced,
  NEW_SPANS_DUE,
  type PostponedSpans,
  postponeUnpriced,
  takeUnpriced,
} from './unpriced-spans.queries.js';
import { pricingFailures, SpanPricer } from './span-pricer.js';

/** Batches to take at a time. Ingestion writes one for each transaction. */
const BATCHES = 4;
/** How far it is behind is the number of batches that wait. */
const PACE = { max: 8, min: 2, calm: 100 };

/**
 * Prices new spans in the background. What to price is
 * written with the spans, so none is missed if a server is killed. Spans that cannot be priced wait
 * longer each time, and delay no others.
 */
@Injectable()
export class NewSpansService {
  private readonly logger = new Logger('span costs');

  constructor(
    loops: BackgroundLoops,
    private readonly pricer: SpanPricer,
  ) {
    loops.add({
      name: 'costs',
      description: 'prices new spans',
      due: NEW_SPANS_DUE,
      lock: 'spanCosts',
      metrics: [pricingFailures],
      step: (client) => this.priceNext(client),
    });
  }

  private async priceNext(client: Distributed<pg.ClientBase>): Promise<number | typeof NO_WORK> {
    const start = performance.now();
    await client.query('BEGIN');
    const batches = await takeUnpriced(client, BATCHES);
    if (batches.length === 0) {
      await client.query('COMMIT');
      return NO_WORK;
    }
    await waitForWorkers(client);
    const ids = batches.map(({ id }) => id);
    try {
      await this.pricer.price(
        client,
        batches.flatMap(({ spanIds }) => spanIds),
      );
      await forgetUnpriced(client, ids);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      const postponed = await postponeUnpriced(client, ids);
      pricingFailures.inc({ queue: 'new' });
      this.logFailure(error, postponed);
    }
    return boundPause((performance.now() - start) * choosePauses(PACE, batches[0]!.newerCount));
  }

  private logFailure(error: unknown, postponed: readonly PostponedSpans[]): void {
    const spanIds = postponed.flatMap((batch) => batch.spanIds);
    const { attempts, retryAt } = postponed[0] ?? {};
    const [spanId] = spanIds;
    this.logger.warn(
      {
        err: error,
        spanCount: spanIds.length,
        attempts,
        retryAt,
        ...(spanIds.length === 1 && { spanId }),
      },
      spanIds.length === 1 ? 'a span cannot be priced now' : 'spans cannot be priced now',
    );
  }
}
