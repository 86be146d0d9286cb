import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { PromptsModule } from '../prompts.module.js';
import { PromptTagsModule } from '../tags/prompt-tags.module.js';
import { PromptVersionsModule } from '../versions/prompt-versions.module.js';
import { PromptCreationResolver } from './graphql/prompt-creation.resolver.js';
import { ImportedPromptsService } from './imported-prompts.service.js';
import { PromptCreationService } from './prompt-creation.service.js';
import { PromptCreationController } from './rest/prompt-creation.controller.js';

@Module({
  imports: [ProjectsModule, PromptsModule, PromptVersionsModule, PromptTagsModule],
  controllers: [PromptCreationController],
  providers: [PromptCreationService, PromptCreationResolver, ImportedPromptsService],
  exports: [ImportedPromptsService],
})
export class PromptCreationModule {}
