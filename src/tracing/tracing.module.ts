import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { TraceEntity } from './traces/trace.entity.js';
import { SpanEntity } from './spans/span.entity.js';
import { ProjectSessionEntity } from './sessions/project-session.entity.js';
import { IngestionErrorEntity } from './ingestion-errors/ingestion-error.entity.js';
import { IngestionErrorsController } from './ingestion-errors/rest/ingestion-errors.controller.js';
import { IngestionErrorsLoaders } from './ingestion-errors/graphql/ingestion-errors.loader.js';
import { IngestionErrorsQueries } from './ingestion-errors/ingestion-errors.queries.js';
import { IngestionErrorsResolver } from './ingestion-errors/graphql/ingestion-errors.resolver.js';
import { IngestionErrorsService } from './ingestion-errors/ingestion-errors.service.js';
import { OwningProjectLoader } from './project/graphql/owning-project.loader.js';
import { ProjectActivityLoader } from './project/graphql/project-activity.loader.js';
import { ProjectActivityQueries } from './project/project-activity.queries.js';
import { ProjectActivityResolver } from './project/graphql/project-activity.resolver.js';
import { ProjectActivityService } from './project/project-activity.service.js';
import { ProjectClearingResolver } from './project/graphql/project-clearing.resolver.js';
import { ProjectContentsService } from './project/project-contents.service.js';
import { ProjectMetricsLoaders } from './project/graphql/project-metrics.loader.js';
import { ProjectMetricsQueries } from './project/project-metrics.queries.js';
import { ProjectMetricsResolver } from './project/graphql/project-metrics.resolver.js';
import { RedirectsController } from './redirects/rest/redirects.controller.js';
import { RedirectsService } from './redirects/redirects.service.js';
import { ProjectSessionsResolver } from './project/graphql/project-sessions.resolver.js';
import { SessionChangesService } from './sessions/session-changes.service.js';
import { SessionDetailsLoaders } from './sessions/graphql/session-details.loader.js';
import { SessionDetailsQueries } from './sessions/session-details.queries.js';
import { SessionFieldsResolver } from './sessions/graphql/session-fields.resolver.js';
import { SessionListsLoaders } from './sessions/graphql/session-lists.loader.js';
import { SessionListsQueries } from './sessions/session-lists.queries.js';
import { SessionsController } from './sessions/rest/sessions.controller.js';
import { SessionsLoader } from './sessions/graphql/sessions.loader.js';
import { SessionsQueries } from './sessions/sessions.queries.js';
import { SessionsResolver } from './sessions/graphql/sessions.resolver.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SpansController } from './spans/rest/spans.controller.js';
import { SpansQueries } from './spans/spans.queries.js';
import { SpansService } from './spans/spans.service.js';
import { TraceChangesService } from './traces/trace-changes.service.js';
import { TracesController } from './traces/rest/traces.controller.js';
import { TracesQueries } from './traces/traces.queries.js';
import { TracesService } from './traces/traces.service.js';
import { ProjectListsQueries } from './project/project-lists.queries.js';
import { ProjectListsResolver } from './project/graphql/project-lists.resolver.js';
import { ProjectListsService } from './project/project-lists.service.js';
import { RootSpansLoader } from './spans/graphql/root-spans.loader.js';
import { SpanAttributesLoader, SpanEventsLoader } from './spans/graphql/span-content.loader.js';
import { SpanContentResolver } from './spans/graphql/span-content.resolver.js';
import { SpanDetailsQueries } from './spans/span-details.queries.js';
import { SpanFieldsResolver } from './spans/graphql/span-fields.resolver.js';
import { DocumentCountLoader, PromptDetailsLoader } from './spans/graphql/span-figures.loader.js';
import { SpanIOValueResolver } from './spans/graphql/span-io-value.resolver.js';
import { SpansLoader } from './spans/graphql/spans.loader.js';
import { SpansResolver } from './spans/graphql/spans.resolver.js';
import { ErrorTypesLoader, SpanKindCountsLoader } from './traces/graphql/trace-counts.loader.js';
import { TraceDetailsQueries } from './traces/trace-details.queries.js';
import { TraceFieldsResolver } from './traces/graphql/trace-fields.resolver.js';
import { TraceSpansLoader } from './traces/graphql/trace-spans.loader.js';
import { TraceTreesLoader } from './traces/graphql/trace-trees.loader.js';
import { NamedTracesLoader, TracesLoader } from './traces/graphql/traces.loader.js';
import { TracesResolver } from './traces/graphql/traces.resolver.js';

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
  exports: [SpansService, TracesService],
})
export class TracingModule {}
