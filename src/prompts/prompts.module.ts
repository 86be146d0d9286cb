import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ModelProvidersModule } from '../model-providers/model-providers.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { PromptCreationResolver } from './creation/graphql/prompt-creation.resolver.js';
import { ImportedPromptsService } from './creation/imported-prompts.service.js';
import { PromptCreationService } from './creation/prompt-creation.service.js';
import { PromptCreationController } from './creation/rest/prompt-creation.controller.js';
import { PromptsLoaders } from './graphql/prompts.loader.js';
import { PromptsResolver } from './graphql/prompts.resolver.js';
import { LabelsOfPromptResolver } from './labels/graphql/labels-of-prompt.resolver.js';
import { PromptLabelsResolver } from './labels/graphql/prompt-labels.resolver.js';
import { PromptLabelAssignmentEntity, PromptLabelEntity } from './labels/prompt-label.entity.js';
import { PromptLabelsService } from './labels/prompt-labels.service.js';
import { PromptEntity } from './prompt.entity.js';
import { PromptsQueries } from './prompts.queries.js';
import { PromptsService } from './prompts.service.js';
import { PromptsController } from './rest/prompts.controller.js';
import { SnippetsOfVersionResolver } from './snippets/graphql/snippets-of-version.resolver.js';
import { PromptTagsLoaders } from './tags/graphql/prompt-tags.loader.js';
import { PromptTagsResolver } from './tags/graphql/prompt-tags.resolver.js';
import {
  TagsOfPromptResolver,
  TagsOfVersionResolver,
} from './tags/graphql/tags-of-prompt.resolver.js';
import { PromptTagsQueries } from './tags/prompt-tags.queries.js';
import { PromptTagsService } from './tags/prompt-tags.service.js';
import { PromptVersionTagEntity } from './tags/prompt-version-tag.entity.js';
import { PromptTagLinksController } from './tags/rest/prompt-tag-links.controller.js';
import { PromptTagsController } from './tags/rest/prompt-tags.controller.js';
import { ChatTemplatesResolver } from './templates/graphql/chat-templates.resolver.js';
import { CustomProviderOfVersionResolver } from './versions/graphql/custom-provider-of-version.resolver.js';
import { PromptVersionsLoaders } from './versions/graphql/prompt-versions.loader.js';
import { PromptVersionsResolver } from './versions/graphql/prompt-versions.resolver.js';
import { VersionsOfPromptResolver } from './versions/graphql/versions-of-prompt.resolver.js';
import { PromptRequestsService } from './versions/prompt-requests.service.js';
import { PromptVersionEntity } from './versions/prompt-version.entity.js';
import { PromptVersionsQueries } from './versions/prompt-versions.queries.js';
import { PromptVersionsService } from './versions/prompt-versions.service.js';
import { PromptVersionsController } from './versions/rest/prompt-versions.controller.js';

const PROMPTS = [
  PromptsQueries,
  PromptsService,
  PromptsLoaders,
  PromptsResolver,
  PromptCreationService,
  PromptCreationResolver,
  ImportedPromptsService,
];

const VERSIONS = [
  PromptVersionsQueries,
  PromptVersionsService,
  PromptRequestsService,
  PromptVersionsLoaders,
  PromptVersionsResolver,
  CustomProviderOfVersionResolver,
  VersionsOfPromptResolver,
  ChatTemplatesResolver,
  SnippetsOfVersionResolver,
];

const TAGS = [
  PromptTagsQueries,
  PromptTagsService,
  PromptTagsLoaders,
  PromptTagsResolver,
  TagsOfPromptResolver,
  TagsOfVersionResolver,
];

const LABELS = [PromptLabelsService, PromptLabelsResolver, LabelsOfPromptResolver];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PromptEntity,
      PromptVersionEntity,
      PromptVersionTagEntity,
      PromptLabelEntity,
      PromptLabelAssignmentEntity,
    ]),
    ModelProvidersModule,
    ProjectsModule,
    UsersModule,
  ],
  controllers: [
    PromptsController,
    PromptVersionsController,
    PromptCreationController,
    PromptTagsController,
    PromptTagLinksController,
  ],
  providers: [...PROMPTS, ...VERSIONS, ...TAGS, ...LABELS],
  exports: [
    PromptsService,
    ImportedPromptsService,
    PromptVersionsService,
    PromptRequestsService,
    PromptTagsService,
    PromptLabelsService,
  ],
})
export class PromptsModule {}
