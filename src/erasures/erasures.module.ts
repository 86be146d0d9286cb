import { Module } from '@nestjs/common';
import { AlertErasureModule } from '../alerts/erasure/alert-erasure.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { ErasuresService } from './erasures.service.js';

/** Deletes the data of end users. Only the command line uses it. */
@Module({
  imports: [AlertErasureModule, AuditModule, DatasetsModule, ProjectsModule, TracingModule],
  providers: [ErasuresService],
  exports: [ErasuresService],
})
export class ErasuresModule {}
