import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { ExportsService } from './exports.service.js';
import { ExportsController } from './rest/exports.controller.js';

/** Moves spans out, over REST and on the server's machine. */
@Module({
  imports: [ProjectsModule, TracingModule],
  controllers: [ExportsController],
  providers: [ExportsService],
  exports: [ExportsService],
})
export class ExportsModule {}
