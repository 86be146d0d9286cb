import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import type { ModelConnection } from '../../clients/model-connection.js';
import {
  CustomModelProvidersService,
  type UnreadableConnection,
} from '../custom-model-providers.service.js';

/** Loads the connections of custom model providers, by row ID. */
@Injectable()
export class CustomModelProvidersLoaders {
  constructor(private readonly providers: CustomModelProvidersService) {}

  readonly connections: BatchLoader<number, ModelConnection | UnreadableConnection | null> = {
    batch: (ids) => this.providers.openConnections(ids),
  };
}
