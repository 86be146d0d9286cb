import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { MaskingLoaders } from './graphql/masking.loader.js';
import { MaskingResolver } from './graphql/masking.resolver.js';
import { MaskingPreviewService } from './masking-preview.service.js';
import { MaskingService } from './masking.service.js';
import { MasksModule } from './masks.module.js';
import { ProjectMasksEntity } from './project-masks.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ProjectMasksEntity]),
    AuditModule,
    MasksModule,
    ProjectsModule,
    TracingModule,
  ],
  providers: [MaskingService, MaskingPreviewService, MaskingLoaders, MaskingResolver],
})
export class MaskingModule {}
