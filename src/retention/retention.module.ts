import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { JobQueueModule } from '../job-queue/job-queue.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { RetentionLoaders } from './graphql/retention.loader.js';
import {
  PolicyOfProjectResolver,
  RetentionPoliciesResolver,
} from './graphql/retention-policies.resolver.js';
import { ProjectRetentionController } from './rest/project-retention.controller.js';
import { RetentionPoliciesQueries } from './retention-policies.queries.js';
import { RetentionPoliciesService } from './retention-policies.service.js';
import { ProjectRetentionPolicyEntity, RetentionPolicyEntity } from './retention-policy.entity.js';
import { RetentionRunEntity } from './retention-run.entity.js';
import { RetentionRunsQueries } from './retention-runs.queries.js';
import { RetentionRunsService } from './retention-runs.service.js';

/** Policies that delete old traces, and the job that carries them out. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      RetentionPolicyEntity,
      ProjectRetentionPolicyEntity,
      RetentionRunEntity,
    ]),
    AuditModule,
    JobQueueModule,
    ProjectsModule,
    TracingModule,
  ],
  controllers: [ProjectRetentionController],
  providers: [
    RetentionPoliciesQueries,
    RetentionPoliciesService,
    RetentionRunsQueries,
    RetentionRunsService,
    RetentionLoaders,
    RetentionPoliciesResolver,
    PolicyOfProjectResolver,
  ],
})
export class RetentionModule {}
