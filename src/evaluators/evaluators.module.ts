import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ModelProvidersModule } from '../model-providers/model-providers.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { SandboxModule } from '../sandbox/sandbox.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatasetEvaluatorChangesService } from './attached/dataset-evaluator-changes.service.js';
import { DatasetEvaluatorEntity } from './attached/dataset-evaluator.entity.js';
import { DatasetEvaluatorsQueries } from './attached/dataset-evaluators.queries.js';
import { DatasetEvaluatorsService } from './attached/dataset-evaluators.service.js';
import { DatasetEvaluatorChangesResolver } from './attached/graphql/dataset-evaluator-changes.resolver.js';
import { DatasetEvaluatorsLoaders } from './attached/graphql/dataset-evaluators.loader.js';
import {
  DatasetEvaluatorsResolver,
  EvaluatorsOfDatasetResolver,
  UsesOfEvaluatorResolver,
} from './attached/graphql/dataset-evaluators.resolver.js';
import { CodeEvaluatorVersionEntity } from './code/code-evaluator-version.entity.js';
import { CodeEvaluatorsQueries } from './code/code-evaluators.queries.js';
import { CodeEvaluatorsService } from './code/code-evaluators.service.js';
import { CodeEvaluatorsLoaders } from './code/graphql/code-evaluators.loader.js';
import {
  CodeEvaluatorVersionsResolver,
  CodeEvaluatorsResolver,
} from './code/graphql/code-evaluators.resolver.js';
import { EvaluatorEntity } from './evaluator.entity.js';
import { EvaluatorsQueries } from './evaluators.queries.js';
import { EvaluatorsService } from './evaluators.service.js';
import { EvaluatorsLoaders } from './graphql/evaluators.loader.js';
import { EvaluatorsResolver, LlmEvaluatorsResolver } from './graphql/evaluators.resolver.js';
import { EvaluatorPreviewsResolver } from './judging/graphql/evaluator-previews.resolver.js';
import { JudgesService } from './judging/judges.service.js';
import { MappingChecksService } from './judging/mapping-checks.service.js';
import { PreviewsService } from './judging/previews.service.js';
import { LlmEvaluatorsService } from './llm/llm-evaluators.service.js';
import { ReadyMadeEvaluatorsResolver } from './ready-made/graphql/ready-made-evaluators.resolver.js';
import { EvaluatorRunsService } from './running/evaluator-runs.service.js';
import { AnnotationScalesQueries } from './scales/annotation-scales.queries.js';
import { AnnotationScalesService } from './scales/annotation-scales.service.js';
import {
  ScalesOfDatasetResolver,
  ScalesOfProjectResolver,
} from './scales/graphql/annotation-scales.resolver.js';
import { StandaloneEvaluatorsResolver } from './standalone/graphql/standalone-evaluators.resolver.js';
import { StandaloneEvaluatorsService } from './standalone/standalone-evaluators.service.js';

const EVALUATORS = [
  EvaluatorsQueries,
  EvaluatorsService,
  EvaluatorsLoaders,
  EvaluatorsResolver,
  LlmEvaluatorsResolver,
  StandaloneEvaluatorsService,
  StandaloneEvaluatorsResolver,
];

/** Attach evaluators to datasets. */
const ATTACHED = [
  DatasetEvaluatorsQueries,
  DatasetEvaluatorsService,
  DatasetEvaluatorChangesService,
  DatasetEvaluatorsLoaders,
  DatasetEvaluatorsResolver,
  EvaluatorsOfDatasetResolver,
  UsesOfEvaluatorResolver,
  DatasetEvaluatorChangesResolver,
];

const KINDS = [
  LlmEvaluatorsService,
  CodeEvaluatorsQueries,
  CodeEvaluatorsService,
  CodeEvaluatorsLoaders,
  CodeEvaluatorsResolver,
  CodeEvaluatorVersionsResolver,
  ReadyMadeEvaluatorsResolver,
];

const RUNNING = [
  JudgesService,
  MappingChecksService,
  PreviewsService,
  EvaluatorPreviewsResolver,
  EvaluatorRunsService,
];

/** Say which scores of annotations and evaluations are better. */
const SCALES = [
  AnnotationScalesQueries,
  AnnotationScalesService,
  ScalesOfDatasetResolver,
  ScalesOfProjectResolver,
];

/** Evaluators of the output of models: judges that are models, programs of users, and built-in checks. */
@Module({
  imports: [
    TypeOrmModule.forFeature([EvaluatorEntity, DatasetEvaluatorEntity, CodeEvaluatorVersionEntity]),
    DatasetsModule,
    ModelProvidersModule,
    ProjectsModule,
    PromptsModule,
    SandboxModule,
    TracingModule,
    UsersModule,
  ],
  providers: [...EVALUATORS, ...ATTACHED, ...KINDS, ...RUNNING, ...SCALES],
  exports: [
    EvaluatorsService,
    DatasetEvaluatorsService,
    LlmEvaluatorsService,
    JudgesService,
    MappingChecksService,
    EvaluatorRunsService,
    AnnotationScalesService,
  ],
})
export class EvaluatorsModule {}
