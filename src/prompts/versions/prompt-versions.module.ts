import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ModelProvidersModule } from '../../model-providers/model-providers.module.js';
import { PromptsModule } from '../prompts.module.js';
import { PromptVersionsLoaders } from './graphql/prompt-versions.loader.js';
import { PromptVersionsResolver } from './graphql/prompt-versions.resolver.js';
import { VersionsOfPromptResolver } from './graphql/versions-of-prompt.resolver.js';
import { PromptVersionEntity } from './prompt-version.entity.js';
import { PromptVersionsQueries } from './prompt-versions.queries.js';
import { PromptVersionsService } from './prompt-versions.service.js';
import { CustomProviderOfVersionResolver } from './graphql/custom-provider-of-version.resolver.js';
import { PromptRequestsService } from './prompt-requests.service.js';
import { PromptVersionsController } from './rest/prompt-versions.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([PromptVersionEntity]), PromptsModule, ModelProvidersModule],
  controllers: [PromptVersionsController],
  providers: [
    PromptVersionsQueries,
    PromptVersionsService,
    PromptRequestsService,
    PromptVersionsLoaders,
    PromptVersionsResolver,
    CustomProviderOfVersionResolver,
    VersionsOfPromptResolver,
  ],
  exports: [PromptVersionsService, PromptRequestsService, PromptVersionsLoaders],
})
export class PromptVersionsModule {}
