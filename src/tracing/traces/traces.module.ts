import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SpanIndexModule } from '../span-index/span-index.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { SpanTraceResolver, TraceFieldsResolver } from './graphql/trace-fields.resolver.js';
import { TraceSpansResolver } from './graphql/trace-spans.resolver.js';
import { TracesLoaders } from './graphql/traces.loader.js';
import { TracesResolver } from './graphql/traces.resolver.js';
import { TracesController } from './rest/traces.controller.js';
import { TraceChangesService } from './trace-changes.service.js';
import { TraceEntity } from './trace.entity.js';
import { TracesQueries } from './traces.queries.js';
import { TracesService } from './traces.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TraceEntity]), ProjectsModule, SpansModule, SpanIndexModule],
  controllers: [TracesController],
  providers: [
    TracesService,
    TraceChangesService,
    TracesQueries,
    TracesLoaders,
    TracesResolver,
    TraceFieldsResolver,
    TraceSpansResolver,
    SpanTraceResolver,
  ],
  exports: [TracesService, TracesLoaders],
})
export class TracesModule {}
