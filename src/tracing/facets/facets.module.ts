import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { SpanIndexModule } from '../span-index/span-index.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { FacetsQueries } from './facets.queries.js';
import { FacetsService } from './facets.service.js';
import { FacetsResolver } from './graphql/facets.resolver.js';

/** Counts the values by which a list can be filtered. */
@Module({
  imports: [ProjectsModule, MatchesModule, SpanIndexModule, SpansModule],
  providers: [FacetsQueries, FacetsService, FacetsResolver],
})
export class FacetsModule {}
