import { Module } from '@nestjs/common';
import { EvaluatorsModule } from '../evaluators.module.js';
import { LlmEvaluatorsModule } from '../llm/llm-evaluators.module.js';
import { StandaloneEvaluatorsResolver } from './graphql/standalone-evaluators.resolver.js';
import { StandaloneEvaluatorsService } from './standalone-evaluators.service.js';

/** Evaluators without a dataset. */
@Module({
  imports: [EvaluatorsModule, LlmEvaluatorsModule],
  providers: [StandaloneEvaluatorsService, StandaloneEvaluatorsResolver],
})
export class StandaloneEvaluatorsModule {}
