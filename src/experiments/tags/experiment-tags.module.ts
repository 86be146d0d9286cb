import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../../datasets/datasets.module.js';
import { ExperimentsModule } from '../experiments.module.js';
import { ExperimentTagEntity } from './experiment-tag.entity.js';
import { ExperimentTagsQueries } from './experiment-tags.queries.js';
import { ExperimentTagsService } from './experiment-tags.service.js';
import { ExperimentTagsLoaders } from './graphql/experiment-tags.loader.js';
import {
  BaselineOfDatasetResolver,
  ExperimentTagsResolver,
  TagsOfExperimentResolver,
} from './graphql/experiment-tags.resolver.js';
import { ExperimentTagsController } from './rest/experiment-tags.controller.js';

@Module({
  imports: [ExperimentsModule, DatasetsModule, TypeOrmModule.forFeature([ExperimentTagEntity])],
  controllers: [ExperimentTagsController],
  providers: [
    ExperimentTagsQueries,
    ExperimentTagsService,
    ExperimentTagsLoaders,
    ExperimentTagsResolver,
    TagsOfExperimentResolver,
    BaselineOfDatasetResolver,
  ],
  exports: [ExperimentTagsService],
})
export class ExperimentTagsModule {}
