import { Args, ID, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { createLoaderById } from '../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection } from '../../kernel/pagination/offset-page.js';
import { PROJECT_TYPE, ProjectsService } from '../projects.service.js';
import { CreateProjectInput, PatchProjectInput } from './project.inputs.js';
import {
  Project,
  ProjectConnection,
  ProjectMutationPayload,
  toProject,
  toProjectPayload,
} from './project.type.js';
import { ProjectsArgs } from './projects.args.js';

@Resolver()
export class ProjectsResolver {
  constructor(
    private readonly projectsService: ProjectsService,
    nodes: NodeRegistry,
  ) {
    const byId = createLoaderById((ids) => projectsService.findByIds(ids), toProject);
    nodes.register(PROJECT_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
  }

  @Query(() => ProjectConnection, {
    description: 'Projects, oldest first. Does not include those of experiments and evaluators.',
  })
  @Access('VIEWER')
  projects(@Args() args: ProjectsArgs): Promise<Connection<Project>> {
    const search = { nameContains: args.filter?.value };
    const order = args.sort ?? { dir: 'asc' as const };
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        this.projectsService.list(search, { order, ...slice }),
      count: () => this.projectsService.count(search),
    };
    return offsetConnection(args, list, toProject);
  }

  @Query(() => Int, {
    description: 'Number of projects, without those of experiments and evaluators.',
  })
  @Access('VIEWER')
  projectCount(): Promise<number> {
    return this.projectsService.count();
  }

  @Query(() => Project, {
    nullable: true,
    description: 'Finds a project by its name, including case.',
  })
  @Access('VIEWER')
  async getProjectByName(@Args('name') name: string): Promise<Project | null> {
    const project = await this.projectsService.findByName(name);
    return project && toProject(project);
  }

  @Mutation(() => ProjectMutationPayload)
  @Access('MEMBER')
  async createProject(@Args('input') input: CreateProjectInput): Promise<ProjectMutationPayload> {
    const { name, ...details } = input;
    return toProjectPayload(await this.projectsService.create(name, details));
  }

  @Mutation(() => ProjectMutationPayload, {
    description: 'Changes a project. Its name never changes.',
  })
  @Access('MEMBER', 'by project role')
  async patchProject(@Args('input') input: PatchProjectInput): Promise<ProjectMutationPayload> {
    const { id, ...details } = input;
    const project = await this.projectsService.getByGlobalId(id);
    return toProjectPayload(await this.projectsService.update(project, details));
  }

  @Mutation(() => QueryRoot, {
    description:
      'Deletes a project with its sessions, traces and spans. The default project cannot be deleted.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteProject(@Args('id', { type: () => ID }) id: string): Promise<QueryRoot> {
    await this.projectsService.delete(await this.projectsService.getByGlobalId(id));
    return {};
  }
}
