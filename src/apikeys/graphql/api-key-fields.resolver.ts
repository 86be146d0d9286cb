import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { createLoaderById } from '../../kernel/graphql/loaders.js';
import { Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { toUser, User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { ApiKey, UserApiKey } from './api-key.type.js';

/** The project of any key. */
@Resolver(() => ApiKey)
export class ApiKeyFieldsResolver {
  private readonly projects;

  constructor(projects: ProjectsService) {
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
  }

  @ResolveField(() => Project, {
    nullable: true,
    description: 'The only project that the key can use. Null: all projects.',
  })
  async project(
    @Parent() { projectRowId }: ApiKey,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return projectRowId === null ? null : loaders.of(this.projects).load(projectRowId);
  }
}

/** The owner of a personal key. */
@Resolver(() => UserApiKey)
export class UserApiKeyFieldsResolver {
  private readonly users;

  constructor(users: UsersService) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  @ResolveField(() => User)
  async user(
    @Parent() { ownerId }: UserApiKey,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User> {
    const owner = await loaders.of(this.users).load(ownerId);
    // A key is deleted with its owner, so the deletion has just happened.
    if (!owner) throw new NotFoundError('The user has since been deleted.');
    return owner;
  }
}
