import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { parseWireTime } from '../../common/time.js';
import { GenerativeModelsService } from '../../models/generative-models.service.js';
import { calculateCost } from './calculate-cost.js';
import { lockSpans, touchModels, writeCosts } from './span-costs.queries.js';

/** Batches that could not be priced, and are tried again later. */
export const pricingFailures = new Counter({
  name: 'spandrel_pricing_failures_total',
  help: 'Batches of spans whose cost could not be calculated, which are tried again later.',
  labelNames: ['queue'] as const,
});

/** Calculates and stores the cost of spans. */
@Injectable()
export class SpanPricer {
  constructor(private readonly models: GenerativeModelsService) {}

  /** Skips spans that have been deleted. Must run in a transaction. */
  async price(client: pg.ClientBase, spanIds: readonly number[]): Promise<void> {
    const catalog = await this.models.readCatalog();
    const priced = (await lockSpans(client, spanIds)).map((span) => {
      const { modelName, provider } = span;
      const startMicros = parseWireTime(span.startTime);
      const model = catalog.find({ modelName, provider, startMicros });
      const cost = calculateCost(span.attributes, model?.prices ?? null);
      return { span, modelId: model?.id ?? null, cost };
    });
    if (priced.length === 0) return;
    await writeCosts(client, priced);
    await touchModels(client, priced);
  }
}
