import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { TracingModule } from '../../tracing/tracing.module.js';
import { AnnotationsModule } from '../annotations.module.js';
import { AnnotationConfigsModule } from '../configs/annotation-configs.module.js';
import { AnnotationQueueConfigEntity } from './annotation-queue-config.entity.js';
import { AnnotationQueueItemEntity } from './annotation-queue-item.entity.js';
import { AnnotationQueueReviewEntity } from './annotation-queue-review.entity.js';
import { AnnotationQueueEntity } from './annotation-queue.entity.js';
import { AnnotationQueuesQueries } from './annotation-queues.queries.js';
import { AnnotationQueuesService } from './annotation-queues.service.js';
import { AnnotationQueuesLoaders } from './graphql/annotation-queues.loader.js';
import {
  AnnotationQueuesResolver,
  QueuesOfProjectResolver,
} from './graphql/annotation-queues.resolver.js';
import {
  QueueAgreementResolver,
  QueueDisagreementsResolver,
  QueueJudgmentsResolver,
} from './graphql/queue-agreement.resolver.js';
import {
  QueueReviewersResolver,
  QueueReviewsResolver,
  QueueReviewUsersResolver,
  UpcomingItemResolver,
} from './graphql/queue-reviews.resolver.js';
import { QueueReviewsQueries } from './queue-reviews.queries.js';
import { QueueReviewsService } from './queue-reviews.service.js';
import { QueueSelectionService } from './queue-selection.service.js';

@Module({
  imports: [
    AnnotationsModule,
    AnnotationConfigsModule,
    ProjectsModule,
    TracingModule,
    TypeOrmModule.forFeature([
      AnnotationQueueEntity,
      AnnotationQueueConfigEntity,
      AnnotationQueueItemEntity,
      AnnotationQueueReviewEntity,
    ]),
  ],
  providers: [
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
  ],
})
export class AnnotationQueuesModule {}
