import { Module } from '@nestjs/common';
import { PromptsModule } from '../../prompts/prompts.module.js';
import { EvaluatorsModule } from '../evaluators.module.js';
import { LlmEvaluatorsService } from './llm-evaluators.service.js';

@Module({
  imports: [EvaluatorsModule, PromptsModule],
  providers: [LlmEvaluatorsService],
  exports: [LlmEvaluatorsService],
})
export class LlmEvaluatorsModule {}
