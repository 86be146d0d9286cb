import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../kernel/graphql/loaders.js';
import { GenerativeModelsService, type TokenPrice } from '../generative-models.service.js';

/** Loads the prices of models, by the row ID of the model. */
@Injectable()
export class GenerativeModelsLoaders {
  constructor(private readonly models: GenerativeModelsService) {}

  readonly prices: BatchLoader<number, TokenPrice[]> = {
    batch: (ids) => this.models.listPrices(ids),
  };
}
