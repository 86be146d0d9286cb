import { Module } from '@nestjs/common';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ExperimentsModule } from '../experiments/experiments.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { ResourceSearchResolver } from './graphql/resource-search.resolver.js';
import { ResourceSearchService } from './resource-search.service.js';

/** Finds projects, datasets, experiments and prompts together. */
@Module({
  imports: [ProjectsModule, DatasetsModule, ExperimentsModule, PromptsModule],
  providers: [ResourceSearchService, ResourceSearchResolver],
})
export class ResourceSearchModule {}
