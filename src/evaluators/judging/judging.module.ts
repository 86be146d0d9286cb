import { Module } from '@nestjs/common';
import { ModelProvidersModule } from '../../model-providers/model-providers.module.js';
import { PromptsModule } from '../../prompts/prompts.module.js';
import { SandboxModule } from '../../sandbox/sandbox.module.js';
import { TracesModule } from '../../tracing/traces/traces.module.js';
import { CodeEvaluatorsModule } from '../code/code-evaluators.module.js';
import { EvaluatorsModule } from '../evaluators.module.js';
import { EvaluatorPreviewsResolver } from './graphql/evaluator-previews.resolver.js';
import { JudgesService } from './judges.service.js';
import { MappingChecksService } from './mapping-checks.service.js';
import { PreviewsService } from './previews.service.js';

/** Runs evaluators of every kind. */
@Module({
  imports: [
    ModelProvidersModule,
    CodeEvaluatorsModule,
    EvaluatorsModule,
    PromptsModule,
    SandboxModule,
    TracesModule,
  ],
  providers: [JudgesService, MappingChecksService, PreviewsService, EvaluatorPreviewsResolver],
  exports: [JudgesService, MappingChecksService],
})
export class JudgingModule {}
