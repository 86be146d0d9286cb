import { Module } from '@nestjs/common';
import { PromptLabelsModule } from '../../prompts/labels/prompt-labels.module.js';
import { PromptsModule } from '../../prompts/prompts.module.js';
import { PromptTagsModule } from '../../prompts/tags/prompt-tags.module.js';
import { PromptVersionsModule } from '../../prompts/versions/prompt-versions.module.js';
import { EvaluatorsModule } from '../evaluators.module.js';
import { LlmEvaluatorsService } from './llm-evaluators.service.js';

@Module({
  imports: [
    EvaluatorsModule,
    PromptsModule,
    PromptVersionsModule,
    PromptTagsModule,
    PromptLabelsModule,
  ],
  providers: [LlmEvaluatorsService],
  exports: [LlmEvaluatorsService],
})
export class LlmEvaluatorsModule {}
