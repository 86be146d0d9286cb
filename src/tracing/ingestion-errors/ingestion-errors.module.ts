import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { IngestionErrorsLoaders } from './graphql/ingestion-errors.loader.js';
import { IngestionErrorsResolver } from './graphql/ingestion-errors.resolver.js';
import { IngestionErrorEntity } from './ingestion-error.entity.js';
import { IngestionErrorsQueries } from './ingestion-errors.queries.js';
import { IngestionErrorsService } from './ingestion-errors.service.js';
import { IngestionErrorsController } from './rest/ingestion-errors.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([IngestionErrorEntity]), ProjectsModule],
  controllers: [IngestionErrorsController],
  providers: [
    IngestionErrorsService,
    IngestionErrorsQueries,
    IngestionErrorsLoaders,
    IngestionErrorsResolver,
  ],
  exports: [IngestionErrorsService],
})
export class IngestionErrorsModule {}
