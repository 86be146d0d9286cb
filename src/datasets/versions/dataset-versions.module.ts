import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../users/users.module.js';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetVersionEntity } from './dataset-version.entity.js';
import { DatasetVersionsQueries } from './dataset-versions.queries.js';
import { DatasetVersionsService } from './dataset-versions.service.js';
import { DatasetVersionsResolver } from './graphql/dataset-versions.resolver.js';
import { VersionsOfDatasetResolver } from './graphql/versions-of-dataset.resolver.js';
import { DatasetVersionsController } from './rest/dataset-versions.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([DatasetVersionEntity]), DatasetsModule, UsersModule],
  controllers: [DatasetVersionsController],
  providers: [
    DatasetVersionsQueries,
    DatasetVersionsService,
    DatasetVersionsResolver,
    VersionsOfDatasetResolver,
  ],
  exports: [DatasetVersionsService],
})
export class DatasetVersionsModule {}
