import { Module } from '@nestjs/common';
import { ModelsModule } from '../../models/models.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { RollupsModule } from '../rollups/rollups.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { RankingsLoaders } from './graphql/rankings.loader.js';
import { RankingsResolver } from './graphql/rankings.resolver.js';
import { RankingsQueries } from './rankings.queries.js';

/** What took longest, failed most often and cost most in a project. */
@Module({
  imports: [ModelsModule, ProjectsModule, MatchesModule, RollupsModule, SpansModule],
  providers: [RankingsQueries, RankingsLoaders, RankingsResolver],
})
export class RankingsModule {}
