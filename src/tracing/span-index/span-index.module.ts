import { Module } from '@nestjs/common';
import { CandidatesService } from './candidates.service.js';
import { SpanBlocksService } from './span-blocks.service.js';
import { SpanIndexer } from './span-indexer.service.js';

/** An index for finding spans by what they contain (docs/adr/0034-blocks-of-spans.md). */
@Module({
  providers: [SpanIndexer, SpanBlocksService, CandidatesService],
  exports: [SpanBlocksService, CandidatesService],
})
export class SpanIndexModule {}
