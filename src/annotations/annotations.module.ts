import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { AnnotationWritesQueries } from './annotation-writes.queries.js';
import { AnnotationWritingService } from './annotation-writing.service.js';
import { AnnotationsQueries } from './annotations.queries.js';
import { AnnotationsService } from './annotations.service.js';
import { DocumentAnnotationEntity } from './document-annotation.entity.js';
import { PendingAnnotationEntity } from './pending-annotation.entity.js';
import { PendingAnnotationsQueries } from './pending-annotations.queries.js';
import { PendingAnnotationsService } from './pending-annotations.service.js';
import { ANNOTATION_CONTROLLERS } from './rest/annotations.controller.js';
import { SessionAnnotationEntity } from './session-annotation.entity.js';
import { SpanAnnotationEntity } from './span-annotation.entity.js';
import { TraceAnnotationEntity } from './trace-annotation.entity.js';

@Module({
  imports: [
    JobsModule,
    ProjectsModule,
    TracingModule,
    TypeOrmModule.forFeature([
      SpanAnnotationEntity,
      DocumentAnnotationEntity,
      TraceAnnotationEntity,
      SessionAnnotationEntity,
      PendingAnnotationEntity,
    ]),
  ],
  controllers: ANNOTATION_CONTROLLERS,
  providers: [
    AnnotationsService,
    AnnotationsQueries,
    AnnotationWritingService,
    AnnotationWritesQueries,
    PendingAnnotationsService,
    PendingAnnotationsQueries,
  ],
})
export class AnnotationsModule {}
