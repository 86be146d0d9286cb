import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { ExportsService } from './exports.service.js';

/** Moves spans out. Only the command line uses it. */
@Module({
  imports: [ProjectsModule, TracingModule],
  providers: [ExportsService],
  exports: [ExportsService],
})
export class ExportsModule {}
