import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnnotationsModule } from '../annotations/annotations.module.js';
import { DatasetUploadsModule } from '../datasets/uploads/dataset-uploads.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PromptCreationModule } from '../prompts/creation/prompt-creation.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ImportCursorEntity } from './import-cursor.entity.js';
import { ImportCursorsService } from './import-cursors.service.js';
import { ImportsService } from './imports.service.js';

/** Moves the data of other products in. Only the command line uses it. */
@Module({
  imports: [
    AnnotationsModule,
    DatasetUploadsModule,
    ProjectsModule,
    PromptCreationModule,
    StorageModule,
    TypeOrmModule.forFeature([ImportCursorEntity]),
  ],
  providers: [ImportCursorsService, ImportsService],
  exports: [ImportsService],
})
export class ImportsModule {}
