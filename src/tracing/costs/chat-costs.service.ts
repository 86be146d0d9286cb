import { addCost } from '../../spans/cost-details.js';
import { Injectable } from '@nestjs/common';
import type { ChatUsage } from '../../model-providers/protocol/chat-event.contract.js';
import { GenerativeModelsService } from '../../models/generative-models.service.js';
import { calculateCost } from './calculate-cost.js';

/** How long prices are kept. Each run of an experiment needs them. */
const FRESH_MS = 30_000;

/** A model, by its name and the name of its provider as in the attribute `llm.provider`. */
export interface ChatModel {
  modelName: string;
  provider: string;
}

/** Calculates the cost of chats before their spans are priced, for budgets. */
@Injectable()
export class ChatCostsService {
  private catalog: ReturnType<GenerativeModelsService['readCatalog']> | undefined;
  private readAt = -Infinity;

  constructor(private readonly models: GenerativeModelsService) {}

  /** Returns whether the price of a model is known, also if it was added a moment ago. */
  async hasPrice(model: ChatModel): Promise<boolean> {
    if ((await this.findPrices(model)) !== null) return true;
    this.forget();
    return (await this.findPrices(model)) !== null;
  }

  /** Reads the prices again before the next chat, because they have changed. */
  forget(): void {
    this.catalog = undefined;
  }

  /** Returns the cost of a chat in US dollars; null if no price is known. */
  async price(model: ChatModel, usage: ChatUsage): Promise<number | null> {
    const prices = await this.findPrices(model);
    if (!prices) return null;
    const cost = calculateCost(
      {
        'llm.token_count.prompt': usage.promptTokens,
        'llm.token_count.completion': usage.completionTokens,
        'llm.token_count.prompt_details.cache_read': usage.cacheReadTokens,
        'llm.token_count.prompt_details.cache_write': usage.cacheWriteTokens,
        'llm.token_count.completion_details.reasoning': usage.reasoningTokens,
      },
      prices,
    );
    return addCost(cost);
  }

  private async findPrices(model: ChatModel) {
    const catalog = await this.readCatalog();
    const startMicros = BigInt(Date.now()) * 1000n;
    return catalog.find({ ...model, startMicros })?.prices ?? null;
  }

  private readCatalog() {
    if (!this.catalog || performance.now() - this.readAt > FRESH_MS) {
      this.readAt = performance.now();
      this.catalog = this.models.readCatalog();
      this.catalog.catch(() => (this.catalog = undefined));
    }
    return this.catalog;
  }
}
