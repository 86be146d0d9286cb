import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatasetEntity } from './dataset.entity.js';
import { DatasetsQueries } from './datasets.queries.js';
import { DatasetsService } from './datasets.service.js';
import { DatasetsResolver } from './graphql/datasets.resolver.js';
import { DatasetsController } from './rest/datasets.controller.js';

/**
 * Datasets themselves. The folders below import this module and add versions, examples and so on.
 */
@Module({
  imports: [TypeOrmModule.forFeature([DatasetEntity]), ProjectsModule, UsersModule],
  controllers: [DatasetsController],
  providers: [DatasetsQueries, DatasetsService, DatasetsResolver],
  exports: [DatasetsService],
})
export class DatasetsModule {}
