import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TracingModule } from '../../tracing/tracing.module.js';
import { EvaluationsQueries } from './evaluations.queries.js';
import { EvaluationsService } from './evaluations.service.js';
import { ExperimentRunAnnotationEntity } from './experiment-run-annotation.entity.js';
import { ExperimentRunAnnotationsLoaders } from './graphql/experiment-run-annotations.loader.js';
import {
  AnnotationsOfRunResolver,
  ExperimentRunAnnotationsResolver,
} from './graphql/experiment-run-annotations.resolver.js';
import { EvaluationsController } from './rest/evaluations.controller.js';

@Module({
  imports: [TracingModule, TypeOrmModule.forFeature([ExperimentRunAnnotationEntity])],
  controllers: [EvaluationsController],
  providers: [
    EvaluationsQueries,
    EvaluationsService,
    ExperimentRunAnnotationsLoaders,
    AnnotationsOfRunResolver,
    ExperimentRunAnnotationsResolver,
  ],
  exports: [EvaluationsService, ExperimentRunAnnotationsLoaders],
})
export class EvaluationsModule {}
