import { Module } from '@nestjs/common';
import { IngestionErrorsModule } from './ingestion-errors/ingestion-errors.module.js';
import { ProjectTracingModule } from './project/project-tracing.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SpansModule } from './spans/spans.module.js';
import { TracesModule } from './traces/traces.module.js';

/**
 * Reading what was traced. Each of these imports only those before it; a field that leads the other
 * way, such as the trace of a span, is added by the later one.
 */
@Module({
  imports: [
    SpansModule,
    TracesModule,
    SessionsModule,
    ProjectTracingModule,
    IngestionErrorsModule,
    RedirectsModule,
  ],
  exports: [SpansModule, TracesModule],
})
export class TracingModule {}
