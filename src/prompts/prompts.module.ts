import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { PromptAuthorsLoader } from './graphql/prompt-authors.loader.js';
import { PromptFieldsResolver } from './graphql/prompt-fields.resolver.js';
import { PromptLinksController } from './rest/prompt-links.controller.js';
import { PromptEntity } from './prompt.entity.js';
import { PromptsController } from './rest/prompts.controller.js';
import { PromptLoaders } from './graphql/prompts.loader.js';
import { PromptsQueries } from './prompts.queries.js';
import { PromptsResolver } from './graphql/prompts.resolver.js';
import { PromptsService } from './prompts.service.js';
import { PromptTagsLoader } from './tags/graphql/prompt-tags.loader.js';
import { PromptTagsQueries } from './tags/prompt-tags.queries.js';
import { PromptTagsResolver } from './tags/graphql/prompt-tags.resolver.js';
import { PromptTagsService } from './tags/prompt-tags.service.js';
import { PromptVersionTagEntity } from './tags/prompt-version-tag.entity.js';
import { PromptVersionFieldsResolver } from './versions/graphql/prompt-version-fields.resolver.js';
import { PromptVersionWritesQueries } from './versions/prompt-version-writes.queries.js';
import { PromptVersionEntity } from './versions/prompt-version.entity.js';
import { PromptVersionsController } from './versions/rest/prompt-versions.controller.js';
import { PromptVersionLoaders } from './versions/graphql/prompt-versions.loader.js';
import { PromptVersionsQueries } from './versions/prompt-versions.queries.js';
import { PromptVersionsResolver } from './versions/graphql/prompt-versions.resolver.js';
import { PromptVersionsService } from './versions/prompt-versions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PromptEntity, PromptVersionEntity, PromptVersionTagEntity]),
    UsersModule,
  ],
  controllers: [PromptsController, PromptVersionsController, PromptLinksController],
  providers: [
    PromptsService,
    PromptsQueries,
    PromptsResolver,
    PromptFieldsResolver,
    PromptLoaders,
    PromptAuthorsLoader,
    PromptVersionsService,
    PromptVersionsQueries,
    PromptVersionWritesQueries,
    PromptVersionsResolver,
    PromptVersionFieldsResolver,
    PromptVersionLoaders,
    PromptTagsService,
    PromptTagsQueries,
    PromptTagsResolver,
    PromptTagsLoader,
  ],
  exports: [PromptsService],
})
export class PromptsModule {}
