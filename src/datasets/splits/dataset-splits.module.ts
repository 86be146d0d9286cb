import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetSplitEntity } from './dataset-split.entity.js';
import { DatasetSplitsQueries } from './dataset-splits.queries.js';
import { DatasetSplitsService } from './dataset-splits.service.js';
import { DatasetSplitsResolver } from './graphql/dataset-splits.resolver.js';
import { SplitsOfDatasetResolver } from './graphql/splits-of-dataset.resolver.js';
import { DatasetSplitsController } from './rest/dataset-splits.controller.js';
import { SplitMembersQueries } from './split-members.queries.js';
import { SplitMembersService } from './split-members.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DatasetSplitEntity]), DatasetsModule],
  controllers: [DatasetSplitsController],
  providers: [
    DatasetSplitsQueries,
    DatasetSplitsService,
    SplitMembersQueries,
    SplitMembersService,
    DatasetSplitsResolver,
    SplitsOfDatasetResolver,
  ],
  exports: [DatasetSplitsService, SplitMembersService],
})
export class DatasetSplitsModule {}
