import { Injectable, Logger } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type pg from 'pg';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import {
  advanceRecalculation,
  postponeRecalculation,
  RECALCULATION_DUE,
  skipSpans,
  takeRecalculation,
} from './cost-recalculations.queries.js';
import { pricingFailures, SpanPricer } from './span-pricer.js';

/** Spans to price at a time. */
const BATCH = 500;
/** Leaves most of the time to ingestion and to new spans. */
const PAUSE_WHILE_BUSY = 2;
/** Then a single span is left of a batch, which is halved after each failure. */
const HALVINGS = Math.ceil(Math.log2(BATCH));
/** If more spans cannot be priced, the fault is not theirs. */
const MAX_SKIPPED = 100;

/**
 * Prices stored spans again in the background, newest first, and skips those that cannot be priced. It has
 * its own connection and reads spans from their index, so new spans never wait for it.
 */
@Injectable()
export class CostRecalculationLoop {
  private readonly logger = new Logger('cost recalculation');

  constructor(
    loops: BackgroundLoops,
    private readonly pricer: SpanPricer,
  ) {
    loops.add({
      name: 'recalculation',
      description: 'prices stored spans again, after [prices](costs.md) have changed',
      due: RECALCULATION_DUE,
      lock: 'costRecalculations',
      metrics: [pricingFailures],
      step: (client) => this.priceNext(client),
    });
  }

  private async priceNext(client: Distributed<pg.ClientBase>): Promise<number | typeof NO_WORK> {
    const start = performance.now();
    await client.query('BEGIN');
    const batch = await takeRecalculation(client, BATCH);
    if (!batch) {
      await client.query('COMMIT');
      return NO_WORK;
    }
    try {
      if (batch.spanIds.length > 0) await this.pricer.price(client, batch.spanIds);
      await advanceRecalculation(client, batch);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      const { message } = error as Error;
      pricingFailures.inc({ queue: 'recalculation' });
      const { id, spanIds, attempts } = batch;
      if (attempts < HALVINGS || spanIds.length > 1) {
        await postponeRecalculation(client, id, message);
        const spanCount = spanIds.length;
        this.logger.warn(
          { err: error, id, spanCount, attempts },
          'spans cannot be priced again now',
        );
      } else {
        await skipSpans(client, batch, { error: message, maxSkipped: MAX_SKIPPED });
        this.logger.warn({ err: error, id, spanId: spanIds[0] }, 'a span cannot be priced again');
      }
    }
    return (performance.now() - start) * PAUSE_WHILE_BUSY;
  }
}
