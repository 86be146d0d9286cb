import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { findViolatedConstraint } from '../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import { parseWireTime } from '../kernel/time/time.js';
import type { GenerativeModelEntity } from './generative-model.entity.js';
import { GenerativeModelKind } from './generative-model.enum.js';
import { GenerativeModelsQueries, type ModelRow } from './generative-models.queries.js';
import { ModelCatalog, type TokenPrice } from './model-catalog.js';
import { explainPattern } from './model-pattern.js';

export type { TokenPrice } from './model-catalog.js';
export { explainPattern } from './model-pattern.js';

/** Type name in the global ID of a model. */
export const GENERATIVE_MODEL_TYPE = 'GenerativeModel';

/** More than any provider has. */
const MAX_PRICES = 100;
/** US dollars per million tokens. */
const MAX_PRICE = 1_000_000_000;
const MAX_THRESHOLD = 1_000_000_000;
/** The attribute that is compared with the threshold. */
const TIER_ATTRIBUTE = 'llm.token_count.prompt';

export interface NewPrice {
  tokenType: string;
  isPrompt: boolean;
  /** US dollars. */
  costPerMillion: number;
  /** US dollars, above the threshold; null if the price stays the same. */
  tierCostPerMillion: number | null;
}

export interface NewModel extends ModelRow {
  /** A number of prompt tokens, above which other prices apply to all tokens of the call. */
  tierThreshold: number | null;
  prices: readonly NewPrice[];
}

/** Lists, creates, changes and deletes models and their prices. */
@Injectable()
export class GenerativeModelsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: GenerativeModelsQueries,
  ) {}

  /** Custom models first, then by provider and name. */
  list(slice: { offset: number; limit: number }): Promise<GenerativeModelEntity[]> {
    return this.queries.list(slice);
  }

  /** The names of a provider's models, as in the attribute `llm.provider`. */
  listNames(provider: string): Promise<string[]> {
    return this.queries.listNames(provider);
  }

  count(): Promise<number> {
    return this.queries.count();
  }

  /** Also finds deleted models, which still explain the cost of spans. */
  findByIds(ids: readonly number[]): Promise<GenerativeModelEntity[]> {
    return this.queries.findByIds(ids);
  }

  /** Prompt first, sorted by type. */
  async listPrices(modelIds: readonly number[]): Promise<TokenPrice[][]> {
    const byModel = Map.groupBy(await this.queries.readPrices(modelIds), ({ modelId }) => modelId);
    return modelIds.map((id) => byModel.get(id) ?? []);
  }

  /** Reads all models, to find the prices of spans. */
  async readCatalog(): Promise<ModelCatalog> {
    return ModelCatalog.make(
      (await this.queries.listWithPrices()).map(({ startTime, ...model }) => ({
        ...model,
        startMicros: startTime === null ? null : parseWireTime(startTime),
      })),
    );
  }

  /**
   * Creates a custom model.
   * @throws BadRequestError for an invalid pattern or price, ConflictError if there is a custom model
   * with its name, or with its pattern and provider.
   */
  async create(model: NewModel): Promise<GenerativeModelEntity> {
    assertValid(model);
    return refuseDuplicates(model, () =>
      this.database.inTransaction(async (tx) => {
        const [row] = await this.queries.insert(tx, GenerativeModelKind.CUSTOM, [model]);
        await this.queries.replacePrices(tx, [{ id: row!.id, prices: listTokenPrices(model) }]);
        return row!;
      }),
    );
  }

  /**
   * Replaces a custom model and its prices.
   * @throws NotFoundError, BadRequestError also for built-in models, and ConflictError.
   */
  async update(globalId: string, model: NewModel): Promise<GenerativeModelEntity> {
    const { id } = await this.getCustom(globalId, 'changed');
    assertValid(model);
    return refuseDuplicates(model, () =>
      this.database.inTransaction(async (tx) => {
        const row = await this.queries.update(tx, id, model);
        if (!row) throw notFound(globalId);
        await this.queries.replacePrices(tx, [{ id, prices: listTokenPrices(model) }]);
        return row;
      }),
    );
  }

  /**
   * Deletes a custom model. The cost of spans stays.
   * @throws NotFoundError, and BadRequestError for built-in models.
   */
  async delete(globalId: string): Promise<GenerativeModelEntity> {
    const model = await this.getCustom(globalId, 'deleted');
    await this.queries.markDeleted(this.database.manager, [model.id]);
    return model;
  }

  private async getCustom(globalId: string, participle: string): Promise<GenerativeModelEntity> {
    const [model] = await this.findByIds([requireRowId(globalId, GENERATIVE_MODEL_TYPE)]);
    if (!model || model.deletedAt !== null) throw notFound(globalId);
    if (model.kind === GenerativeModelKind.CUSTOM) return model;
    throw new BadRequestError(
      `Built-in models cannot be ${participle}. Create a custom model with the same pattern instead.`,
    );
  }
}

function assertValid({ namePattern, tierThreshold, prices }: NewModel): void {
  const fault = explainPattern(namePattern);
  if (fault) throw new BadRequestError(fault);
  if (prices.length > MAX_PRICES) {
    throw new BadRequestError(`A model can have at most ${MAX_PRICES} prices.`);
  }
  const seen = new Set<string>();
  for (const { tokenType, isPrompt, costPerMillion, tierCostPerMillion } of prices) {
    const side = isPrompt ? 'prompt' : 'completion';
    if (!isPrice(costPerMillion)) {
      throw new BadRequestError(
        `The price of "${tokenType}" must be a number from 0 to ${MAX_PRICE}.`,
      );
    }
    if (tierCostPerMillion !== null && !isPrice(tierCostPerMillion)) {
      throw new BadRequestError(
        `The price of "${tokenType}" above the threshold must be a number from 0 to ${MAX_PRICE}.`,
      );
    }
    const key = `${side} ${tokenType}`;
    if (seen.has(key)) {
      throw new BadRequestError(
        `The ${side} tokens "${tokenType}" have two prices. Keep one of them.`,
      );
    }
    seen.add(key);
  }
  if (!seen.has('prompt input')) {
    throw new BadRequestError('The prompt tokens "input" need a price.');
  }
  if (!seen.has('completion output')) {
    throw new BadRequestError('The completion tokens "output" need a price.');
  }
  assertTier(tierThreshold, prices);
}

function assertTier(threshold: number | null, prices: readonly NewPrice[]): void {
  const hasPrices = prices.some(({ tierCostPerMillion }) => tierCostPerMillion !== null);
  if (threshold === null) {
    if (!hasPrices) return;
    throw new BadRequestError('The prices above a threshold need the threshold.');
  }
  if (!(threshold >= 1 && threshold <= MAX_THRESHOLD)) {
    throw new BadRequestError(
      `The threshold must be a number of tokens from 1 to ${MAX_THRESHOLD}.`,
    );
  }
  if (!hasPrices) throw new BadRequestError('The threshold needs a price above it.');
}

function isPrice(price: number): boolean {
  return price >= 0 && price <= MAX_PRICE;
}

async function refuseDuplicates<T>(model: NewModel, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = findViolatedConstraint(error);
    if (constraint === 'generative_models_name') {
      throw new ConflictError(
        `A custom model named "${model.name}" already exists. Choose another name.`,
      );
    }
    if (constraint === 'generative_models_pattern') {
      throw new ConflictError(
        'A custom model with this pattern and provider already exists. Change that model instead.',
      );
    }
    throw error;
  }
}

function listTokenPrices({ tierThreshold, prices }: NewModel): TokenPrice[] {
  return prices.map((price) => {
    const hasTier = price.tierCostPerMillion !== null;
    return {
      ...price,
      tierAttribute: hasTier ? TIER_ATTRIBUTE : null,
      tierThreshold: hasTier ? tierThreshold : null,
    };
  });
}

function notFound(globalId: string): NotFoundError {
  return new NotFoundError(`Model "${globalId}" not found.`);
}
