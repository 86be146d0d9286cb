import { Module } from '@nestjs/common';
import { TracesModule } from '../traces/traces.module.js';
import { DroppedTracesService } from './dropped-traces.service.js';
import { SampledTracesService } from './sampled-traces.service.js';

/** Decides which traces are kept, and deletes the others. */
@Module({
  imports: [TracesModule],
  providers: [SampledTracesService, DroppedTracesService],
  exports: [SampledTracesService, DroppedTracesService],
})
export class SampledTracesModule {}
