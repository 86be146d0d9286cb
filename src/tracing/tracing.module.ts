import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { TraceEntity } from './trace.entity.js';
import { SpanEntity } from './span.entity.js';
import { ProjectSessionEntity } from './project-session.entity.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';
import { IngestionErrorsController } from './ingestion-errors.controller.js';
import { IngestionErrorsLoaders } from './ingestion-errors.loader.js';
import { IngestionErrorsQueries } from './ingestion-errors.queries.js';
import { IngestionErrorsResolver } from './ingestion-errors.resolver.js';
import { IngestionErrorsService } from './ingestion-errors.service.js';
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
import { RedirectsController } from './redirects.controller.js';
import { RedirectsService } from './redirects.service.js';
import { ProjectSessionsResolver } from './project-sessions.resolver.js';
import { SessionChangesService } from './session-changes.service.js';
import { SessionDetailsLoaders } from './session-details.loader.js';
import { SessionDetailsQueries } from './session-details.queries.js';
import { SessionFieldsResolver } from './session-fields.resolver.js';
import { SessionListsLoaders } from './session-lists.loader.js';
import { SessionListsQueries } from './session-lists.queries.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsLoader } from './sessions.loader.js';
import { SessionsQueries } from './sessions.queries.js';
import { SessionsResolver } from './sessions.resolver.js';
import { SessionsService } from './sessions.service.js';
import { SpansController } from './spans.controller.js';
import { SpansQueries } from './spans.queries.js';
import { SpansService } from './spans.service.js';
import { TraceChangesService } from './trace-changes.service.js';
import { TracesController } from './traces.controller.js';
import { TracesQueries } from './traces.queries.js';
import { TracesService } from './traces.service.js';
import { ProjectListsQueries } from './project-lists.queries.js';
import { ProjectListsResolver } from './project-lists.resolver.js';
import { ProjectListsService } from './project-lists.service.js';
import { RootSpansLoader } from './root-spans.loader.js';
import { SpanAttributesLoader, SpanEventsLoader } from './span-content.loader.js';
import { SpanContentResolver } from './span-content.resolver.js';
import { SpanDetailsQueries } from './span-details.queries.js';
import { SpanFieldsResolver } from './span-fields.resolver.js';
import { DocumentCountLoader, PromptDetailsLoader } from './span-figures.loader.js';
import { SpanIOValueResolver } from './span-io-value.resolver.js';
import { SpansLoader } from './spans.loader.js';
import { SpansResolver } from './spans.resolver.js';
import { ErrorTypesLoader, SpanKindCountsLoader } from './trace-counts.loader.js';
import { TraceDetailsQueries } from './trace-details.queries.js';
import { TraceFieldsResolver } from './trace-fields.resolver.js';
import { TraceSpansLoader } from './trace-spans.loader.js';
import { TraceTreesLoader } from './trace-trees.loader.js';
import { NamedTracesLoader, TracesLoader } from './traces.loader.js';
import { TracesResolver } from './traces.resolver.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TraceEntity, SpanEntity, ProjectSessionEntity, IngestionErrorEntity]),
    ProjectsModule,
  ],
  controllers: [
    TracesController,
    SpansController,
    SessionsController,
    IngestionErrorsController,
    RedirectsController,
  ],
  providers: [
    TracesQueries,
    TracesService,
    TraceChangesService,
    SpansQueries,
    SpansService,
    ProjectListsQueries,
    ProjectListsResolver,
    ProjectListsService,
    RootSpansLoader,
    SpanAttributesLoader,
    SpanEventsLoader,
    SpanContentResolver,
    SpanDetailsQueries,
    SpanFieldsResolver,
    DocumentCountLoader,
    PromptDetailsLoader,
    SpanIOValueResolver,
    SpansLoader,
    SpansResolver,
    ErrorTypesLoader,
    SpanKindCountsLoader,
    TraceDetailsQueries,
    TraceFieldsResolver,
    TraceSpansLoader,
    TraceTreesLoader,
    NamedTracesLoader,
    TracesLoader,
    TracesResolver,
    OwningProjectLoader,
    SessionsQueries,
    SessionsLoader,
    SessionsService,
    SessionChangesService,
    SessionsResolver,
    SessionFieldsResolver,
    SessionDetailsQueries,
    SessionDetailsLoaders,
    SessionListsQueries,
    SessionListsLoaders,
    ProjectSessionsResolver,
    ProjectContentsService,
    ProjectClearingResolver,
    IngestionErrorsQueries,
    IngestionErrorsLoaders,
    IngestionErrorsService,
    IngestionErrorsResolver,
    RedirectsService,
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
