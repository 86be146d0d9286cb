import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { TraceEntity } from './trace.entity.js';
import { SpanEntity } from './span.entity.js';
import { ProjectSessionEntity } from './project-session.entity.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';
import { OwningProjectLoader } from './owning-project.loader.js';
import { ProjectActivityLoader } from './project-activity.loader.js';
import { ProjectActivityQueries } from './project-activity.queries.js';
import { ProjectActivityResolver } from './project-activity.resolver.js';
import { ProjectActivityService } from './project-activity.service.js';
import { ProjectClearingResolver } from './project-clearing.resolver.js';
import { ProjectContentsService } from './project-contents.service.js';
import { ProjectMetricsLoaders } from './project-metrics.loader.js';
import { ProjectMetricsQueries } from './project-metrics.queries.js';
import { ProjectMetricsResolver } from './project-metrics.resolver.js';
import { SessionChangesService } from './session-changes.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsLoader } from './sessions.loader.js';
import { SessionsQueries } from './sessions.queries.js';
import { SessionsService } from './sessions.service.js';
import { SpansController } from './spans.controller.js';
import { SpansQueries } from './spans.queries.js';
import { SpansService } from './spans.service.js';
import { TraceChangesService } from './trace-changes.service.js';
import { TracesController } from './traces.controller.js';
import { TracesQueries } from './traces.queries.js';
import { TracesService } from './traces.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TraceEntity, SpanEntity, ProjectSessionEntity, IngestionErrorEntity]),
    ProjectsModule,
  ],
  controllers: [TracesController, SpansController, SessionsController],
  providers: [
    TracesQueries,
    TracesService,
    TraceChangesService,
    SpansQueries,
    SpansService,
    OwningProjectLoader,
    SessionsQueries,
    SessionsLoader,
    SessionsService,
    SessionChangesService,
    ProjectContentsService,
    ProjectClearingResolver,
    ProjectMetricsQueries,
    ProjectMetricsLoaders,
    ProjectMetricsResolver,
    ProjectActivityQueries,
    ProjectActivityLoader,
    ProjectActivityService,
    ProjectActivityResolver,
  ],
})
export class TracingModule {}
