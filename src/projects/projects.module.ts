import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectDeletionEntity } from './deletions/project-deletion.entity.js';
import { ProjectDeletionsService } from './deletions/project-deletions.service.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsLoader } from './projects.loader.js';
import { ProjectsQueries } from './projects.queries.js';
import { ProjectsResolver } from './projects.resolver.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProjectEntity, ProjectDeletionEntity]), JobsModule],
  controllers: [ProjectsController],
  providers: [
    ProjectsService,
    ProjectDeletionsService,
    ProjectsQueries,
    ProjectsLoader,
    ProjectsResolver,
  ],
  exports: [ProjectsService, ProjectDeletionsService],
})
export class ProjectsModule {}
