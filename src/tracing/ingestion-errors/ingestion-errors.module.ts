import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { ErrorExpiryService } from './error-expiry.service.js';
import { IngestionErrorsLoaders } from './graphql/ingestion-errors.loader.js';
import { IngestionErrorsResolver } from './graphql/ingestion-errors.resolver.js';
import { KeptSpansResolver } from './graphql/kept-spans.resolver.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';
import { IngestionErrorsQueries } from './ingestion-errors.queries.js';
import { IngestionErrorsService } from './ingestion-errors.service.js';
import { KeptSpanEntity } from './kept-span.entity.js';
import { KeptSpansQueries } from './kept-spans.queries.js';
import { KeptSpansService } from './kept-spans.service.js';
import { IngestionErrorsController } from './rest/ingestion-errors.controller.js';
import { KeptSpansController } from './rest/kept-spans.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([IngestionErrorEntity, KeptSpanEntity]),
    AuditModule,
    ProjectsModule,
  ],
  controllers: [IngestionErrorsController, KeptSpansController],
  providers: [
    IngestionErrorsService,
    IngestionErrorsQueries,
    IngestionErrorsLoaders,
    IngestionErrorsResolver,
    KeptSpansQueries,
    KeptSpansService,
    KeptSpansResolver,
    ErrorExpiryService,
  ],
  exports: [IngestionErrorsService],
})
export class IngestionErrorsModule {}
