import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PromptsModule } from '../prompts.module.js';
import { PromptVersionsLoaders } from './graphql/prompt-versions.loader.js';
import { PromptVersionsResolver } from './graphql/prompt-versions.resolver.js';
import { VersionsOfPromptResolver } from './graphql/versions-of-prompt.resolver.js';
import { PromptVersionEntity } from './prompt-version.entity.js';
import { PromptVersionsQueries } from './prompt-versions.queries.js';
import { PromptVersionsService } from './prompt-versions.service.js';
import { PromptVersionsController } from './rest/prompt-versions.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([PromptVersionEntity]), PromptsModule],
  controllers: [PromptVersionsController],
  providers: [
    PromptVersionsQueries,
    PromptVersionsService,
    PromptVersionsLoaders,
    PromptVersionsResolver,
    VersionsOfPromptResolver,
  ],
  exports: [PromptVersionsService, PromptVersionsLoaders],
})
export class PromptVersionsModule {}
