import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DatasetEditsModule } from '../datasets/edits/dataset-edits.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { ErasuresService } from './erasures.service.js';

/** Deletes the data of end users. Only the command line uses it. */
@Module({
  imports: [AuditModule, DatasetEditsModule, ProjectsModule, TracingModule],
  providers: [ErasuresService],
  exports: [ErasuresService],
})
export class ErasuresModule {}
