import { Module } from '@nestjs/common';
import { FiguresQueries } from './compute/figures.queries.js';
import { RollupLoop } from './rollups/rollup-loop.service.js';
import { RollupsQueries } from './rollups/rollups.queries.js';

/** Figures of projects, from rollups (docs/adr/0043-rollups-of-quarter-hours.md) or from rows. */
@Module({
  providers: [FiguresQueries, RollupLoop, RollupsQueries],
  exports: [FiguresQueries],
})
export class FiguresModule {}
