import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobQueueModule } from '../job-queue/job-queue.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { AnnotationWritesQueries } from './annotation-writes.queries.js';
import { AnnotationWritingService } from './annotation-writing.service.js';
import { AnnotationsQueries } from './annotations.queries.js';
import { AnnotationsService } from './annotations.service.js';
import { AnnotationConfigsModule } from './configs/annotation-configs.module.js';
import {
  DocumentAnnotationEntity,
  SessionAnnotationEntity,
  SpanAnnotationEntity,
  TraceAnnotationEntity,
} from './annotation.entity.js';
import { DocumentFiguresQueries } from './documents/document-figures.queries.js';
import { DocumentsLoaders } from './documents/graphql/documents.loader.js';
import {
  DocumentSummaryResolver,
  ProjectDocumentsResolver,
} from './documents/graphql/project-documents.resolver.js';
import {
  MetricsOfSpanResolver,
  RetrievalMetricsResolver,
} from './documents/graphql/retrieval-metrics.resolver.js';
import { EvaluationAnnotationsService } from './evaluation-annotations.service.js';
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
import { ImportedAnnotationsService } from './imported-annotations.service.js';
import { OwnAnnotationsResolver } from './own/graphql/own-annotations.resolver.js';
import { OwnAnnotationsQueries } from './own/own-annotations.queries.js';
import { OwnAnnotationsService } from './own/own-annotations.service.js';
import {
  AnnotationQueueConfigEntity,
  AnnotationQueueEntity,
} from './queues/annotation-queue.entity.js';
import {
  AnnotationQueueItemEntity,
  AnnotationQueueReviewEntity,
} from './queues/annotation-queue-item.entity.js';
import { AnnotationQueuesQueries } from './queues/annotation-queues.queries.js';
import { AnnotationQueuesService } from './queues/annotation-queues.service.js';
import { AnnotationQueuesLoaders } from './queues/graphql/annotation-queues.loader.js';
import {
  AnnotationQueuesResolver,
  QueuesOfProjectResolver,
} from './queues/graphql/annotation-queues.resolver.js';
import {
  QueueAgreementResolver,
  QueueDisagreementsResolver,
  QueueJudgmentsResolver,
} from './queues/graphql/queue-agreement.resolver.js';
import {
  QueueReviewUsersResolver,
  QueueReviewersResolver,
  QueueReviewsResolver,
  UpcomingItemResolver,
} from './queues/graphql/queue-reviews.resolver.js';
import { QueueReviewsQueries } from './queues/queue-reviews.queries.js';
import { QueueReviewsService } from './queues/queue-reviews.service.js';
import { QueueSelectionService } from './queues/queue-selection.service.js';
import { ANNOTATION_CONTROLLERS } from './rest/annotations.controller.js';
import { AnnotationSeriesResolver } from './summaries/graphql/annotation-series.resolver.js';
import { ProjectSummariesResolver } from './summaries/graphql/project-summaries.resolver.js';
import { SummariesLoaders } from './summaries/graphql/summaries.loader.js';
import {
  SummariesOfSessionResolver,
  SummariesOfSpanResolver,
  SummariesOfTraceResolver,
} from './summaries/graphql/target-summaries.resolver.js';
import { SummariesQueries } from './summaries/summaries.queries.js';
import { WaitingAnnotationEntity } from './waiting-annotation.entity.js';
import { WaitingAnnotationsQueries } from './waiting-annotations.queries.js';
import { WaitingAnnotationsService } from './waiting-annotations.service.js';

const ANNOTATIONS = [
  AnnotationsService,
  AnnotationsQueries,
  AnnotationWritingService,
  AnnotationWritesQueries,
  EvaluationAnnotationsService,
  ImportedAnnotationsService,
  WaitingAnnotationsService,
  WaitingAnnotationsQueries,
  AnnotationsLoaders,
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

/** Find the annotations of the user who asks. */
const OWN = [OwnAnnotationsService, OwnAnnotationsQueries, OwnAnnotationsResolver];

/** Summarize the annotations of projects and of single targets. */
const SUMMARIES = [
  SummariesQueries,
  SummariesLoaders,
  ProjectSummariesResolver,
  AnnotationSeriesResolver,
  SummariesOfSpanResolver,
  SummariesOfTraceResolver,
  SummariesOfSessionResolver,
];

/** Say how relevant retrieved documents are, according to their annotations. */
const DOCUMENTS = [
  DocumentFiguresQueries,
  DocumentsLoaders,
  MetricsOfSpanResolver,
  RetrievalMetricsResolver,
  ProjectDocumentsResolver,
  DocumentSummaryResolver,
];

const QUEUES = [
  AnnotationQueuesService,
  AnnotationQueuesQueries,
  QueueReviewsService,
  QueueReviewsQueries,
  QueueSelectionService,
  AnnotationQueuesLoaders,
  QueuesOfProjectResolver,
  AnnotationQueuesResolver,
  QueueReviewUsersResolver,
  QueueReviewersResolver,
  QueueReviewsResolver,
  UpcomingItemResolver,
  QueueAgreementResolver,
  QueueDisagreementsResolver,
  QueueJudgmentsResolver,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      SpanAnnotationEntity,
      DocumentAnnotationEntity,
      TraceAnnotationEntity,
      SessionAnnotationEntity,
      WaitingAnnotationEntity,
      AnnotationQueueEntity,
      AnnotationQueueConfigEntity,
      AnnotationQueueItemEntity,
      AnnotationQueueReviewEntity,
    ]),
    AnnotationConfigsModule,
    JobQueueModule,
    ProjectsModule,
    TracingModule,
    UsersModule,
  ],
  controllers: ANNOTATION_CONTROLLERS,
  providers: [...ANNOTATIONS, ...OWN, ...SUMMARIES, ...DOCUMENTS, ...QUEUES],
  exports: [EvaluationAnnotationsService, ImportedAnnotationsService],
})
export class AnnotationsModule {}
