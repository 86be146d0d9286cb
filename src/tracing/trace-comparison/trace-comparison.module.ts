import { Module } from '@nestjs/common';
import { TracesModule } from '../traces/traces.module.js';
import { ComparedSpansQueries } from './compared-spans.queries.js';
import { TraceComparisonResolver } from './graphql/trace-comparison.resolver.js';
import { TraceComparisonService } from './trace-comparison.service.js';

@Module({
  imports: [TracesModule],
  providers: [TraceComparisonService, ComparedSpansQueries, TraceComparisonResolver],
  exports: [TraceComparisonService],
})
export class TraceComparisonModule {}
