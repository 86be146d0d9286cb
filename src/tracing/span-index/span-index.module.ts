import { Module } from '@nestjs/common';
import { CandidatesService } from './candidates.service.js';
import { SpanBlocksQueries } from './span-blocks.queries.js';
import { SpanIndexer } from './span-indexer.service.js';

/** An index for finding spans by what they contain (docs/adr/0034-blocks-of-spans.md). */
@Module({
  providers: [SpanIndexer, SpanBlocksQueries, CandidatesService],
  exports: [SpanBlocksQueries, CandidatesService],
})
export class SpanIndexModule {}
