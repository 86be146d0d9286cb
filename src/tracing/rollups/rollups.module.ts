import { Module } from '@nestjs/common';
import { RollupLoop } from './rollup-loop.service.js';
import { RollupsQueries } from './rollups.queries.js';

/** Figures of projects for each quarter of an hour (docs/adr/0043-rollups-of-quarter-hours.md). */
@Module({ providers: [RollupLoop, RollupsQueries], exports: [RollupsQueries] })
export class RollupsModule {}
