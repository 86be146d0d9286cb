import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { JobQueueModule } from '../job-queue/job-queue.module.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { UsersModule } from '../users/users.module.js';
import {
  ProjectRolesResolver,
  RoleHolderResolver,
} from './access/graphql/project-roles.resolver.js';
import { PlaygroundProjectsQueries } from './access/playground-projects.queries.js';
import { PlaygroundProjectsService } from './access/playground-projects.service.js';
import { ProjectAccessQueries } from './access/project-access.queries.js';
import { ProjectAccessService } from './access/project-access.service.js';
import { ProjectRoleEntity } from './access/project-role.entity.js';
import { ProjectRolesService } from './access/project-roles.service.js';
import { ProjectsResolver } from './graphql/projects.resolver.js';
import { ProjectDeletionEntity } from './project-deletion.entity.js';
import { ProjectDeletionsService } from './project-deletions.service.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectsQueries } from './projects.queries.js';
import { ProjectsService } from './projects.service.js';
import { ProjectsController } from './rest/projects.controller.js';

/**
 * Projects, with roles per project and private projects (docs/adr/0072-roles-per-project.md). Global,
 * so that every feature can ask who may read a project.
 */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([ProjectDeletionEntity, ProjectEntity, ProjectRoleEntity]),
    AuditModule,
    JobQueueModule,
    UsersModule,
  ],
  controllers: [ProjectsController],
  providers: [
    PlaygroundProjectsQueries,
    PlaygroundProjectsService,
    ProjectAccessQueries,
    ProjectAccessService,
    ProjectDeletionsService,
    ProjectRolesResolver,
    ProjectRolesService,
    ProjectsQueries,
    ProjectsResolver,
    ProjectsService,
    RoleHolderResolver,
    { provide: ProjectAccessReader, useExisting: ProjectAccessService },
  ],
  exports: [
    PlaygroundProjectsService,
    ProjectAccessReader,
    ProjectDeletionsService,
    ProjectsService,
  ],
})
export class ProjectsModule {}
