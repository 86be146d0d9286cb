import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectDeletionEntity } from './deletions/project-deletion.entity.js';
import { ProjectDeletionsService } from './deletions/project-deletions.service.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectsController } from './rest/projects.controller.js';
import { ProjectsLoader } from './graphql/projects.loader.js';
import { ProjectsQueries } from './projects.queries.js';
import { ProjectsResolver } from './graphql/projects.resolver.js';
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
