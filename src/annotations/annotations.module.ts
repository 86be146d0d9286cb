import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { AnnotationWritesQueries } from './annotation-writes.queries.js';
import { AnnotationWritingService } from './annotation-writing.service.js';
import { AnnotationsQueries } from './annotations.queries.js';
import { AnnotationsService } from './annotations.service.js';
import { AnnotationAuthorsResolver } from './graphql/annotation-authors.resolver.js';
import { AnnotationsLoaders } from './graphql/annotations.loader.js';
import {
  AnnotationsOfDocumentsResolver,
  DocumentAnnotationsResolver,
} from './graphql/document-annotations.resolver.js';
import { ProjectAnnotationsResolver } from './graphql/project-annotations.resolver.js';
import {
  AnnotationsOfSessionResolver,
  SessionAnnotationsResolver,
} from './graphql/session-annotations.resolver.js';
import {
  AnnotationsOfSpanResolver,
  SpanAnnotationsResolver,
} from './graphql/span-annotations.resolver.js';
import {
  AnnotationsOfTraceResolver,
  TraceAnnotationsResolver,
} from './graphql/trace-annotations.resolver.js';
import { DocumentAnnotationEntity } from './document-annotation.entity.js';
import { EvaluationAnnotationsService } from './evaluation-annotations.service.js';
import { ImportedAnnotationsService } from './imported-annotations.service.js';
import { WaitingAnnotationEntity } from './waiting-annotation.entity.js';
import { WaitingAnnotationsQueries } from './waiting-annotations.queries.js';
import { WaitingAnnotationsService } from './waiting-annotations.service.js';
import { ANNOTATION_CONTROLLERS } from './rest/annotations.controller.js';
import { SessionAnnotationEntity } from './session-annotation.entity.js';
import { SpanAnnotationEntity } from './span-annotation.entity.js';
import { TraceAnnotationEntity } from './trace-annotation.entity.js';

const RESOLVERS = [
  AnnotationAuthorsResolver,
  AnnotationsOfSpanResolver,
  SpanAnnotationsResolver,
  AnnotationsOfTraceResolver,
  TraceAnnotationsResolver,
  AnnotationsOfSessionResolver,
  SessionAnnotationsResolver,
  AnnotationsOfDocumentsResolver,
  DocumentAnnotationsResolver,
  ProjectAnnotationsResolver,
];

@Module({
  imports: [
    JobsModule,
    ProjectsModule,
    TracingModule,
    UsersModule,
    TypeOrmModule.forFeature([
      SpanAnnotationEntity,
      DocumentAnnotationEntity,
      TraceAnnotationEntity,
      SessionAnnotationEntity,
      WaitingAnnotationEntity,
    ]),
  ],
  controllers: ANNOTATION_CONTROLLERS,
  providers: [
    AnnotationsService,
    AnnotationsQueries,
    AnnotationWritingService,
    AnnotationWritesQueries,
    EvaluationAnnotationsService,
    ImportedAnnotationsService,
    WaitingAnnotationsService,
    WaitingAnnotationsQueries,
    AnnotationsLoaders,
    ...RESOLVERS,
  ],
  exports: [
    AnnotationsService,
    AnnotationWritingService,
    AnnotationsLoaders,
    EvaluationAnnotationsService,
    ImportedAnnotationsService,
  ],
})
export class AnnotationsModule {}
