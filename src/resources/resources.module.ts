import { Module } from '@nestjs/common';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ExperimentsModule } from '../experiments/experiments.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { ResourcesResolver } from './graphql/resources.resolver.js';
import { ResourcesService } from './resources.service.js';

/** Finds projects, datasets, experiments and prompts together. */
@Module({
  imports: [ProjectsModule, DatasetsModule, ExperimentsModule, PromptsModule],
  providers: [ResourcesService, ResourcesResolver],
})
export class ResourcesModule {}
