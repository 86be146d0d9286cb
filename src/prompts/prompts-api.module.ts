import { Module } from '@nestjs/common';
import { PromptCreationModule } from './creation/prompt-creation.module.js';
import { PromptLabelsModule } from './labels/prompt-labels.module.js';
import { PromptsModule } from './prompts.module.js';
import { PromptSnippetsModule } from './snippets/prompt-snippets.module.js';
import { PromptTagsModule } from './tags/prompt-tags.module.js';
import { PromptTemplatesModule } from './templates/prompt-templates.module.js';
import { PromptVersionsModule } from './versions/prompt-versions.module.js';

/** The REST and GraphQL APIs of prompts. */
@Module({
  imports: [
    PromptsModule,
    PromptTemplatesModule,
    PromptVersionsModule,
    PromptTagsModule,
    PromptCreationModule,
    PromptLabelsModule,
    PromptSnippetsModule,
  ],
})
export class PromptsApiModule {}
