import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnnotationsModule } from '../annotations/annotations.module.js';
import { AnnotationConfigsModule } from '../annotations/configs/annotation-configs.module.js';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ExperimentsModule } from '../experiments/experiments.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ImportCursorEntity } from './import-cursor.entity.js';
import { ImportCursorsService } from './import-cursors.service.js';
import { ImportsService } from './imports.service.js';
import { PhoenixImportService } from './phoenix-import.service.js';

/** Moves the data of other products in. Only the command line uses it. */
@Module({
  imports: [
    AnnotationConfigsModule,
    AnnotationsModule,
    DatasetsModule,
    ExperimentsModule,
    ProjectsModule,
    PromptsModule,
    StorageModule,
    TypeOrmModule.forFeature([ImportCursorEntity]),
  ],
  providers: [ImportCursorsService, ImportsService, PhoenixImportService],
  exports: [ImportsService],
})
export class ImportsModule {}
