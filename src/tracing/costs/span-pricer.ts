import { Injectable } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { parseWireTime } from '../../kernel/time/time.js';
import { GenerativeModelsService } from '../../models/generative-models.service.js';
import { calculateCost, type SpanCost } from './calculate-cost.js';
import { findPreferringSentCosts } from './calls.queries.js';
import { type SettledCall, settleCalls } from './settle-calls.js';
import {
  type PricedSpan,
  removeCosts,
  sumCosts,
  touchModels,
  writeCosts,
} from './span-costs.queries.js';
import { readStatedCost } from './stated-cost.js';

/** Batches that could not be priced, and are tried again later. */
export const pricingFailures = new Counter({
  name: 'spandrel_pricing_failures_total',
  help: 'Batches of spans whose cost could not be calculated, which are tried again later.',
  labelNames: ['queue'] as const,
});

type Catalog = Awaited<ReturnType<GenerativeModelsService['readCatalog']>>;

/** Calculates and stores the cost of spans. */
@Injectable()
export class SpanPricer {
  constructor(private readonly models: GenerativeModelsService) {}

  /** Skips spans that have been deleted. Must run in a transaction. */
  async price(client: Distributed<pg.ClientBase>, spanIds: readonly number[]): Promise<void> {
    const catalog = await this.models.readCatalog();
    const calls = await settleCalls(client, spanIds);
    if (calls.length === 0) return;
    const projectIds = [...new Set(calls.map(({ projectId }) => projectId))];
    const preferring = await findPreferringSentCosts(client, projectIds);
    const priced: PricedSpan[] = [];
    const free: SettledCall[] = [];
    for (const call of calls) {
      const cost = priceCall(call, catalog, preferring.has(call.projectId));
      if (cost) priced.push({ span: call, ...cost });
      else free.push(call);
    }
    if (free.length > 0) await removeCosts(client, free);
    if (priced.length > 0) await writeCosts(client, priced);
    await sumCosts(client, [...new Set(calls.map(({ traceId }) => traceId))]);
    await touchModels(client, priced);
  }
}

/** Null if the call has no cost of its own: another one counts it, or it reports neither tokens nor a cost. */
function priceCall(
  call: SettledCall,
  catalog: Catalog,
  prefersSent: boolean,
): { modelId: number | null; cost: SpanCost; isStated: boolean } | null {
  if (call.countedIn !== null) return null;
  const { attributes, usage } = call;
  const stated = readStatedCost(attributes, usage);
  if (!usage && !stated) return null;
  const model = findModel(call, catalog);
  const modelId = model?.id ?? null;
  if (stated && (prefersSent || !model || !usage)) {
    return { modelId, cost: { ...calculateCost(attributes, null), ...stated }, isStated: true };
  }
  return { modelId, cost: calculateCost(attributes, model?.prices ?? null), isStated: false };
}

/** Finds the model that was asked for. If this is the name of a deployment, the one that answered has the price. */
function findModel({ attributes, modelName, provider, startTime }: SettledCall, catalog: Catalog) {
  const startMicros = parseWireTime(startTime);
  const names = [
    modelName,
    attributes['embedding.model_name'],
    attributes['llm.response.model_name'],
  ];
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const model = catalog.find({ modelName: name, provider, startMicros });
    if (model) return model;
  }
  return null;
}
