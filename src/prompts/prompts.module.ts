import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { PromptLabelAssignmentEntity } from './labels/prompt-label-assignment.entity.js';
import { PromptLabelEntity } from './labels/prompt-label.entity.js';
import { PromptLabelLoaders } from './labels/prompt-labels.loader.js';
import { PromptLabelsQueries } from './labels/prompt-labels.queries.js';
import { PromptLabelsResolver } from './labels/prompt-labels.resolver.js';
import { PromptLabelsService } from './labels/prompt-labels.service.js';
import { PromptAuthorsLoader } from './prompt-authors.loader.js';
import { PromptFieldsResolver } from './prompt-fields.resolver.js';
import { PromptLinksController } from './prompt-links.controller.js';
import { PromptEntity } from './prompt.entity.js';
import { PromptsController } from './prompts.controller.js';
import { PromptLoaders } from './prompts.loader.js';
import { PromptsQueries } from './prompts.queries.js';
import { PromptsResolver } from './prompts.resolver.js';
import { PromptsService } from './prompts.service.js';
import { PromptTagsLoader } from './tags/prompt-tags.loader.js';
import { PromptTagsQueries } from './tags/prompt-tags.queries.js';
import { PromptTagsResolver } from './tags/prompt-tags.resolver.js';
import { PromptTagsService } from './tags/prompt-tags.service.js';
import { PromptVersionTagEntity } from './tags/prompt-version-tag.entity.js';
import { PromptVersionFieldsResolver } from './versions/prompt-version-fields.resolver.js';
import { PromptVersionWritesQueries } from './versions/prompt-version-writes.queries.js';
import { PromptVersionEntity } from './versions/prompt-version.entity.js';
import { PromptVersionsController } from './versions/prompt-versions.controller.js';
import { PromptVersionLoaders } from './versions/prompt-versions.loader.js';
import { PromptVersionsQueries } from './versions/prompt-versions.queries.js';
import { PromptVersionsResolver } from './versions/prompt-versions.resolver.js';
import { PromptVersionsService } from './versions/prompt-versions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PromptEntity,
      PromptVersionEntity,
      PromptVersionTagEntity,
      PromptLabelEntity,
      PromptLabelAssignmentEntity,
    ]),
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
    PromptLabelsService,
    PromptLabelsQueries,
    PromptLabelsResolver,
    PromptLabelLoaders,
  ],
})
export class PromptsModule {}
