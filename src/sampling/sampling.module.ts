import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { SamplingLoop } from './deciding/sampling-loop.service.js';
import { KeptTracesResolver } from './graphql/kept-traces.resolver.js';
import { SamplingLoaders } from './graphql/sampling.loader.js';
import { SamplingResolver } from './graphql/sampling.resolver.js';
import {
  SamplingPolicyEntity,
  SamplingQuarterEntity,
  UndecidedSpansEntity,
} from './sampling.entity.js';
import { SamplingQueries } from './sampling.queries.js';
import { SamplingService } from './sampling.service.js';

/** Keeps the traces that matter and a share of the rest (docs/adr/0074-tail-sampling.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([SamplingPolicyEntity, SamplingQuarterEntity, UndecidedSpansEntity]),
    AuditModule,
    ProjectsModule,
    TracingModule,
  ],
  providers: [
    SamplingQueries,
    SamplingService,
    SamplingLoop,
    SamplingLoaders,
    SamplingResolver,
    KeptTracesResolver,
  ],
})
export class SamplingModule {}
