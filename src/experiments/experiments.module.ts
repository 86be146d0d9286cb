import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExperimentRunAnnotationEntity } from './evaluations/experiment-run-annotation.entity.js';
import { ExperimentExampleEntity } from './experiment-example.entity.js';
import { ExperimentSplitEntity } from './experiment-split.entity.js';
import { ExperimentEntity } from './experiment.entity.js';
import { ExperimentRunEntity } from './runs/experiment-run.entity.js';
import { ExperimentTagEntity } from './tags/experiment-tag.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ExperimentEntity,
      ExperimentExampleEntity,
      ExperimentSplitEntity,
      ExperimentRunEntity,
      ExperimentRunAnnotationEntity,
      ExperimentTagEntity,
    ]),
  ],
})
export class ExperimentsModule {}
