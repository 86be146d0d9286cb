import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TraceEntity } from './trace.entity.js';
import { SpanEntity } from './span.entity.js';
import { ProjectSessionEntity } from './project-session.entity.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TraceEntity, SpanEntity, ProjectSessionEntity, IngestionErrorEntity]),
  ],
})
export class TracingModule {}
