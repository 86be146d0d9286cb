import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { TraceEntity } from './trace.entity.js';
import { SpanEntity } from './span.entity.js';
import { ProjectSessionEntity } from './project-session.entity.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';
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
  controllers: [TracesController, SpansController],
  providers: [TracesQueries, TracesService, TraceChangesService, SpansQueries, SpansService],
})
export class TracingModule {}
