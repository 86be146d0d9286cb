import { Module } from '@nestjs/common';
import { SpansModule } from '../spans/spans.module.js';
import { SearchCoverageResolver } from './graphql/search-coverage.resolver.js';
import { MatchesService } from './matches.service.js';

/** Lets lists and figures select what a search finds. */
@Module({
  imports: [SpansModule],
  providers: [MatchesService, SearchCoverageResolver],
  exports: [MatchesService],
})
export class MatchesModule {}
