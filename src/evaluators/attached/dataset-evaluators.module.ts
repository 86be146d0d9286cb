import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../../datasets/datasets.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { CodeEvaluatorsModule } from '../code/code-evaluators.module.js';
import { EvaluatorsModule } from '../evaluators.module.js';
import { LlmEvaluatorsModule } from '../llm/llm-evaluators.module.js';
import { DatasetEvaluatorChangesService } from './dataset-evaluator-changes.service.js';
import { DatasetEvaluatorEntity } from './dataset-evaluator.entity.js';
import { DatasetEvaluatorsQueries } from './dataset-evaluators.queries.js';
import { DatasetEvaluatorsService } from './dataset-evaluators.service.js';
import { DatasetEvaluatorChangesResolver } from './graphql/dataset-evaluator-changes.resolver.js';
import { DatasetEvaluatorsLoaders } from './graphql/dataset-evaluators.loader.js';
import {
  DatasetEvaluatorsResolver,
  EvaluatorsOfDatasetResolver,
  UsesOfEvaluatorResolver,
} from './graphql/dataset-evaluators.resolver.js';

/** The evaluators of datasets. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DatasetEvaluatorEntity]),
    EvaluatorsModule,
    LlmEvaluatorsModule,
    CodeEvaluatorsModule,
    DatasetsModule,
    ProjectsModule,
  ],
  providers: [
    DatasetEvaluatorsQueries,
    DatasetEvaluatorsService,
    DatasetEvaluatorChangesService,
    DatasetEvaluatorsLoaders,
    DatasetEvaluatorsResolver,
    EvaluatorsOfDatasetResolver,
    UsesOfEvaluatorResolver,
    DatasetEvaluatorChangesResolver,
  ],
  exports: [DatasetEvaluatorsService],
})
export class DatasetEvaluatorsModule {}
