import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { UserGroupsModule } from '../../users/groups/user-groups.module.js';
import { UsersModule } from '../../users/users.module.js';
import { ProjectsModule } from '../projects.module.js';
import { ProjectRolesResolver, RoleHolderResolver } from './graphql/project-roles.resolver.js';
import { PlaygroundProjectsService } from './playground-projects.service.js';
import { ProjectAccessService } from './project-access.service.js';
import { ProjectRoleEntity } from './project-role.entity.js';
import { ProjectRolesService } from './project-roles.service.js';

/** Roles per project and private projects (docs/adr/0072-roles-per-project.md). */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([ProjectRoleEntity]),
    AuditModule,
    ProjectsModule,
    UserGroupsModule,
    UsersModule,
  ],
  providers: [
    ProjectAccessService,
    { provide: ProjectAccessReader, useExisting: ProjectAccessService },
    PlaygroundProjectsService,
    ProjectRolesService,
    ProjectRolesResolver,
    RoleHolderResolver,
  ],
  exports: [PlaygroundProjectsService, ProjectAccessReader],
})
export class ProjectAccessModule {}
