import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { ErasuresService } from './erasures.service.js';

/** Deletes the data of end users. Only the command line uses it. */
@Module({
  imports: [AlertsModule, AuditModule, DatasetsModule, ProjectsModule, TracingModule],
  providers: [ErasuresService],
  exports: [ErasuresService],
})
export class ErasuresModule {}
