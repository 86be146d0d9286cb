import { Module } from '@nestjs/common';
import { IngestionErrorsModule } from './ingestion-errors/ingestion-errors.module.js';
import { ProjectTracingModule } from './project/project-tracing.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SpanQueriesModule } from './span-queries/span-queries.module.js';
import { SpansModule } from './spans/spans.module.js';
import { TracesModule } from './traces/traces.module.js';

/**
 * Reads traced data. Each of these modules imports only those before it. The later module adds
 * fields in the other direction, such as the trace of a span.
 */
@Module({
  imports: [
    SpansModule,
    SpanQueriesModule,
    TracesModule,
    SessionsModule,
    ProjectTracingModule,
    IngestionErrorsModule,
    RedirectsModule,
  ],
  exports: [SpansModule, TracesModule, SessionsModule, IngestionErrorsModule],
})
export class TracingModule {}
