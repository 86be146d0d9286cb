import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ModelsModule } from '../models/models.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ChartsQueries } from './figures/rows/charts.queries.js';
import { ChartsService } from './figures/charts/charts.service.js';
import {
  ChartsResolver,
  PricedSpanCountsResolver,
} from './figures/charts/graphql/charts.resolver.js';
import { ConditionsQueries } from './conditions/conditions.queries.js';
import { ConditionsService } from './conditions/conditions.service.js';
import { ConditionsResolver } from './conditions/graphql/conditions.resolver.js';
import { CostsModule } from './costs/costs.module.js';
import { UserTracesService } from './erasure/user-traces.service.js';
import { ExpiredTracesService } from './expiry/expired-traces.service.js';
import { ExpiryPreviewService } from './expiry/expiry-preview.service.js';
import { OldLogsService } from './expiry/old-logs.service.js';
import { OldTextsService } from './expiry/old-texts.service.js';
import { ExporterUnreadKeyEntity } from './exporters/exporter-unread-key.entity.js';
import { ExporterEntity } from './exporters/exporter.entity.js';
import { ExportersService } from './exporters/exporters.service.js';
import { ExportersLoaders } from './exporters/graphql/exporters.loader.js';
import {
  ExportersOfProjectResolver,
  KeyOfExporterResolver,
} from './exporters/graphql/exporters.resolver.js';
import { ExportersController } from './exporters/rest/exporters.controller.js';
import { FacetsQueries } from './facets/facets.queries.js';
import { FacetsService } from './facets/facets.service.js';
import { FacetsResolver } from './facets/graphql/facets.resolver.js';
import { IngestionErrorsModule } from './ingestion-errors/ingestion-errors.module.js';
import { LogsLoaders } from './logs/graphql/logs.loader.js';
import { LogsOfProjectResolver, LogsOfSpanResolver } from './logs/graphql/logs.resolver.js';
import { LogRecordEntity } from './logs/log-record.entity.js';
import { LogsQueries } from './logs/logs.queries.js';
import { LogsService } from './logs/logs.service.js';
import { LogsController } from './logs/rest/logs.controller.js';
import { MatchesModule } from './matches/matches.module.js';
import { MeasuresService } from './figures/measures/measures.service.js';
import { MetricPointsResolver } from './metric-points/graphql/metric-points.resolver.js';
import { MetricPointsService } from './metric-points/metric-points.service.js';
import { MetricPointsController } from './metric-points/rest/metric-points.controller.js';
import {
  OwningProjectLoader,
  SessionProjectResolver,
  SpanProjectResolver,
  TraceProjectResolver,
} from './project/graphql/owning-project.resolver.js';
import { ProjectContentsResolver } from './project/graphql/project-contents.resolver.js';
import { ProjectFiguresLoaders } from './figures/project/graphql/project-figures.loader.js';
import { ProjectFiguresResolver } from './figures/project/graphql/project-figures.resolver.js';
import { ProjectSeriesLoaders } from './figures/project/graphql/project-series.loader.js';
import {
  ProjectSeriesResolver,
  TokenTypesResolver,
} from './figures/project/graphql/project-series.resolver.js';
import { ProjectContentsService } from './project/project-contents.service.js';
import { ProjectCostsQueries } from './figures/project/project-costs.queries.js';
import { ProjectFiguresQueries } from './figures/project/project-figures.queries.js';
import { ProjectSeriesQueries } from './figures/project/project-series.queries.js';
import { ProjectContentsController } from './project/rest/project-contents.controller.js';
import { RankingsLoaders } from './figures/rankings/graphql/rankings.loader.js';
import { RankingsResolver } from './figures/rankings/graphql/rankings.resolver.js';
import { RankingsQueries } from './figures/rankings/rankings.queries.js';
import { RedirectsService } from './redirects/redirects.service.js';
import { RedirectsController } from './redirects/rest/redirects.controller.js';
import { FiguresModule } from './figures/figures.module.js';
import { DroppedTracesService } from './sampling/dropped-traces.service.js';
import { SampledTracesService } from './sampling/sampled-traces.service.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SpanIndexModule } from './span-index/span-index.module.js';
import { SpanQueriesController } from './span-queries/rest/span-queries.controller.js';
import { SpanQueriesQueries } from './span-queries/span-queries.queries.js';
import { SpanQueriesService } from './span-queries/span-queries.service.js';
import { SpansModule } from './spans/spans.module.js';
import { ComparedSpansQueries } from './trace-comparison/compared-spans.queries.js';
import { TraceComparisonResolver } from './trace-comparison/graphql/trace-comparison.resolver.js';
import { TraceComparisonService } from './trace-comparison/trace-comparison.service.js';
import { TracesModule } from './traces/traces.module.js';

const FINDING = [
  SpanQueriesService,
  SpanQueriesQueries,
  ConditionsService,
  ConditionsQueries,
  ConditionsResolver,
  FacetsQueries,
  FacetsService,
  FacetsResolver,
  RedirectsService,
];

const COMPARING = [TraceComparisonService, ComparedSpansQueries, TraceComparisonResolver];

const MEASURING = [
  ChartsService,
  ChartsQueries,
  ChartsResolver,
  PricedSpanCountsResolver,
  MeasuresService,
  RankingsQueries,
  RankingsLoaders,
  RankingsResolver,
];

const OF_PROJECTS = [
  ProjectContentsService,
  ProjectContentsResolver,
  ProjectFiguresQueries,
  ProjectCostsQueries,
  ProjectFiguresLoaders,
  ProjectFiguresResolver,
  ProjectSeriesQueries,
  ProjectSeriesLoaders,
  ProjectSeriesResolver,
  TokenTypesResolver,
  OwningProjectLoader,
  SpanProjectResolver,
  TraceProjectResolver,
  SessionProjectResolver,
];

const DELETING = [
  UserTracesService,
  ExpiredTracesService,
  ExpiryPreviewService,
  OldLogsService,
  OldTextsService,
  SampledTracesService,
  DroppedTracesService,
];

const RECEIVED = [
  ExportersService,
  ExportersLoaders,
  ExportersOfProjectResolver,
  KeyOfExporterResolver,
  LogsService,
  LogsQueries,
  LogsLoaders,
  LogsOfProjectResolver,
  LogsOfSpanResolver,
  MetricPointsService,
  MetricPointsResolver,
];

/**
 * Reads traced data. A sub-module adds fields to what the sub-modules that it imports return, such
 * as the trace of a span.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([ExporterEntity, ExporterUnreadKeyEntity, LogRecordEntity]),
    CostsModule,
    IngestionErrorsModule,
    MatchesModule,
    ModelsModule,
    ProjectsModule,
    FiguresModule,
    SessionsModule,
    SpanIndexModule,
    SpansModule,
    TracesModule,
  ],
  controllers: [
    ProjectContentsController,
    SpanQueriesController,
    RedirectsController,
    ExportersController,
    LogsController,
    MetricPointsController,
  ],
  providers: [...FINDING, ...COMPARING, ...MEASURING, ...OF_PROJECTS, ...DELETING, ...RECEIVED],
  exports: [
    SpanQueriesService,
    ConditionsService,
    ChartsService,
    MeasuresService,
    UserTracesService,
    ExpiredTracesService,
    ExpiryPreviewService,
    OldLogsService,
    OldTextsService,
    SampledTracesService,
    DroppedTracesService,
    CostsModule,
    IngestionErrorsModule,
    MatchesModule,
    SessionsModule,
    SpansModule,
    TracesModule,
  ],
})
export class TracingModule {}
