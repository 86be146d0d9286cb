import { Module } from '@nestjs/common';
import { ModelProvidersModule } from '../../model-providers/model-providers.module.js';
import { PromptsModule } from '../../prompts/prompts.module.js';
import { DatasetEvaluatorsModule } from '../attached/dataset-evaluators.module.js';
import { EvaluatorsModule } from '../evaluators.module.js';
import { JudgingModule } from '../judging/judging.module.js';
import { EvaluatorRunsService } from './evaluator-runs.service.js';

@Module({
  imports: [
    ModelProvidersModule,
    DatasetEvaluatorsModule,
    EvaluatorsModule,
    JudgingModule,
    PromptsModule,
  ],
  providers: [EvaluatorRunsService],
  exports: [EvaluatorRunsService],
})
export class EvaluatorRunsModule {}
