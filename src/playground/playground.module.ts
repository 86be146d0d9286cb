import { Module } from '@nestjs/common';
import { ModelProvidersModule } from '../model-providers/model-providers.module.js';
import { ModelsModule } from '../models/models.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { PlaygroundResolver } from './graphql/playground.resolver.js';
import { PlaygroundModelsResolver } from './models/graphql/playground-models.resolver.js';
import { PlaygroundModelsService } from './models/playground-models.service.js';
import { PlaygroundService } from './playground.service.js';

/** Tries prompts against models. */
@Module({
  imports: [ModelProvidersModule, ModelsModule, PromptsModule],
  providers: [
    PlaygroundModelsService,
    PlaygroundModelsResolver,
    PlaygroundService,
    PlaygroundResolver,
  ],
})
export class PlaygroundModule {}
