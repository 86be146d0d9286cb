import { Module } from '@nestjs/common';
import { ChartsModule } from '../charts/charts.module.js';
import { RollupsModule } from '../rollups/rollups.module.js';
import { MeasuresService } from './measures.service.js';

/** Single figures of projects in short windows, for what watches them. */
@Module({
  imports: [ChartsModule, RollupsModule],
  providers: [MeasuresService],
  exports: [MeasuresService],
})
export class MeasuresModule {}
