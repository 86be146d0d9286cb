import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PromptsModule } from '../prompts.module.js';
import { PromptVersionsModule } from '../versions/prompt-versions.module.js';
import { PromptTagsLoaders } from './graphql/prompt-tags.loader.js';
import { PromptTagsResolver } from './graphql/prompt-tags.resolver.js';
import { TagsOfPromptResolver, TagsOfVersionResolver } from './graphql/tags-of-prompt.resolver.js';
import { PromptTagsQueries } from './prompt-tags.queries.js';
import { PromptTagsService } from './prompt-tags.service.js';
import { PromptVersionTagEntity } from './prompt-version-tag.entity.js';
import { PromptTagLinksController } from './rest/prompt-tag-links.controller.js';
import { PromptTagsController } from './rest/prompt-tags.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PromptVersionTagEntity]),
    PromptsModule,
    PromptVersionsModule,
  ],
  controllers: [PromptTagsController, PromptTagLinksController],
  providers: [
    PromptTagsQueries,
    PromptTagsService,
    PromptTagsLoaders,
    PromptTagsResolver,
    TagsOfPromptResolver,
    TagsOfVersionResolver,
  ],
  exports: [PromptTagsService],
})
export class PromptTagsModule {}
