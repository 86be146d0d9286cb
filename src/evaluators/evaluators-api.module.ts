import { Module } from '@nestjs/common';
import { DatasetEvaluatorsModule } from './attached/dataset-evaluators.module.js';
import { EvaluatorsModule } from './evaluators.module.js';
import { JudgingModule } from './judging/judging.module.js';
import { AnnotationScalesModule } from './scales/annotation-scales.module.js';
import { StandaloneEvaluatorsModule } from './standalone/standalone-evaluators.module.js';
import { ReadyMadeEvaluatorsModule } from './ready-made/ready-made-evaluators.module.js';

/** The GraphQL API of evaluators. */
@Module({
  imports: [
    EvaluatorsModule,
    AnnotationScalesModule,
    DatasetEvaluatorsModule,
    JudgingModule,
    ReadyMadeEvaluatorsModule,
    StandaloneEvaluatorsModule,
  ],
})
export class EvaluatorsApiModule {}
