import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { holdLock } from '../database/advisory-locks.js';
import { BUILT_IN_MODELS, type BuiltInModel } from './built-in-prices.js';
import type { GenerativeModelEntity } from './generative-model.entity.js';
import { GenerativeModelKind } from './generative-model.enum.js';
import { GenerativeModelsQueries, type PriceOfModel } from './generative-models.queries.js';
import type { TokenPrice } from './model-catalog.js';

/** Keeps the built-in models in the database like those in the repository. */
@Injectable()
export class BuiltInModelsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: GenerativeModelsQueries,
  ) {}

  /** Creates, updates and deletes built-in models. Does nothing if none have changed. */
  async synchronize(): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      await holdLock(tx, 'builtInModels');
      const stored = (await this.queries.list(null, tx)).filter(
        ({ kind }) => kind === GenerativeModelKind.BUILT_IN,
      );
      const prices = Map.groupBy(
        await this.queries.readPrices(
          stored.map(({ id }) => id),
          tx,
        ),
        ({ modelId }) => modelId,
      );
      const byName = new Map(stored.map((model) => [model.name, model]));
      const added: BuiltInModel[] = [];
      for (const model of BUILT_IN_MODELS) {
        const known = byName.get(model.name);
        byName.delete(model.name);
        if (!known) added.push(model);
        else if (!isSame(model, known, prices.get(known.id) ?? [])) {
          await this.queries.update(tx, known.id, { ...model, startTime: null });
          await this.queries.replacePrices(tx, [{ id: known.id, prices: model.prices }]);
        }
      }
      if (added.length > 0) await this.add(tx, added);
      const removed = [...byName.values()].map(({ id }) => id);
      if (removed.length > 0) await this.queries.markDeleted(tx, removed);
    });
  }

  /** Adds all at once, because the first start of a server adds hundreds. */
  private async add(tx: EntityManager, models: readonly BuiltInModel[]): Promise<void> {
    const rows = models.map((model) => ({ ...model, startTime: null }));
    const stored = await this.queries.insert(tx, GenerativeModelKind.BUILT_IN, rows);
    const prices = new Map(models.map((model) => [model.name, model.prices]));
    await this.queries.replacePrices(
      tx,
      stored.map(({ id, name }) => ({ id, prices: prices.get(name)! })),
    );
  }
}

function isSame(
  model: BuiltInModel,
  known: GenerativeModelEntity,
  prices: readonly PriceOfModel[],
): boolean {
  return (
    model.provider === known.provider &&
    model.namePattern === known.namePattern &&
    toText(model.prices) === toText(prices)
  );
}

function toText(prices: readonly TokenPrice[]): string {
  return JSON.stringify(
    prices
      .map((price) => [
        price.isPrompt,
        price.tokenType,
        price.costPerMillion,
        price.tierAttribute,
        price.tierThreshold,
        price.tierCostPerMillion,
      ])
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  );
}
