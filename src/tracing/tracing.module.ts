import { Module } from '@nestjs/common';
import { ConditionsModule } from './conditions/conditions.module.js';
import { ChartsModule } from './charts/charts.module.js';
import { CostsModule } from './costs/costs.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ExpiryModule } from './expiry/expiry.module.js';
import { ExportersModule } from './exporters/exporters.module.js';
import { FacetsModule } from './facets/facets.module.js';
import { IngestionErrorsModule } from './ingestion-errors/ingestion-errors.module.js';
import { LogsModule } from './logs/logs.module.js';
import { ProjectTracingModule } from './project/project-tracing.module.js';
import { MeasuresModule } from './measures/measures.module.js';
import { MetricPointsModule } from './metric-points/metric-points.module.js';
import { MatchesModule } from './matches/matches.module.js';
import { RankingsModule } from './rankings/rankings.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { SampledTracesModule } from './sampling/sampled-traces.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SpanQueriesModule } from './span-queries/span-queries.module.js';
import { SpanIndexModule } from './span-index/span-index.module.js';
import { SpansModule } from './spans/spans.module.js';
import { TraceComparisonModule } from './trace-comparison/trace-comparison.module.js';
import { TracesModule } from './traces/traces.module.js';

/**
 * Reads traced data. Each of these modules imports only those before it. The later module adds
 * fields in the other direction, such as the trace of a span.
 */
@Module({
  imports: [
    SpanIndexModule,
    ConditionsModule,
    SpansModule,
    MatchesModule,
    SpanQueriesModule,
    TracesModule,
    TraceComparisonModule,
    SessionsModule,
    CostsModule,
    ProjectTracingModule,
    ChartsModule,
    MeasuresModule,
    RankingsModule,
    FacetsModule,
    ErasureModule,
    ExpiryModule,
    ExportersModule,
    IngestionErrorsModule,
    LogsModule,
    MetricPointsModule,
    RedirectsModule,
    SampledTracesModule,
  ],
  exports: [
    ChartsModule,
    ConditionsModule,
    SpansModule,
    MatchesModule,
    MeasuresModule,
    SpanQueriesModule,
    TracesModule,
    TraceComparisonModule,
    SessionsModule,
    ErasureModule,
    ExpiryModule,
    IngestionErrorsModule,
    SampledTracesModule,
  ],
})
export class TracingModule {}
