import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectDeletionEntity } from './project-deletion.entity.js';
import { ProjectDeletionsService } from './project-deletions.service.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectsController } from './rest/projects.controller.js';
import { ProjectsQueries } from './projects.queries.js';
import { ProjectsResolver } from './graphql/projects.resolver.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProjectEntity, ProjectDeletionEntity]), JobsModule],
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectDeletionsService, ProjectsQueries, ProjectsResolver],
  exports: [ProjectsService, ProjectDeletionsService],
})
export class ProjectsModule {}
