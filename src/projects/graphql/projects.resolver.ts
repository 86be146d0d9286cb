import { Args, ID, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../common/access/access.js';
import type { Connection } from '../../common/pagination/connection.js';
import { NodeRegistry } from '../../common/graphql/node-registry.js';
import { offsetConnection } from '../../common/pagination/offset-page.js';
import { QueryRoot } from '../../common/graphql/query-root.type.js';
import { SortDir } from '../../common/pagination/sort-dir.js';
import { CreateProjectInput, PatchProjectInput } from './project.inputs.js';
import { ProjectsArgs } from './projects.args.js';
import { ProjectConnection, ProjectMutationPayload } from './project-connection.type.js';
import { Project, PROJECT_TYPE, toProject } from './project.type.js';
import { ProjectsLoader } from './projects.loader.js';
import { ProjectsService } from '../projects.service.js';

@Resolver()
export class ProjectsResolver {
  constructor(
    private readonly projectsService: ProjectsService,
    nodes: NodeRegistry,
    loader: ProjectsLoader,
  ) {
    nodes.register(PROJECT_TYPE, (id, { loaders }) => loaders.of(loader).load(id));
  }

  @Query(() => ProjectConnection, {
    description: 'Projects without those of experiments, in the order of their creation.',
  })
  @RequiredRole('VIEWER')
  projects(@Args() args: ProjectsArgs): Promise<Connection<Project>> {
    const search = { nameContains: args.filter?.value };
    const column = args.sort?.col ?? 'id';
    const direction = args.sort?.dir === SortDir.desc ? 'DESC' : 'ASC';
    const list = {
      slice: this.projectsService.slice.bind(this.projectsService, { column, direction }, search),
      count: () => this.projectsService.count(search),
    };
    return offsetConnection(args, list, toProject);
  }

  @Query(() => Int, { description: 'Of projects without those of experiments.' })
  @RequiredRole('VIEWER')
  projectCount(): Promise<number> {
    return this.projectsService.count();
  }

  @Query(() => Project, { nullable: true, description: 'The name is compared with case.' })
  @RequiredRole('VIEWER')
  async getProjectByName(@Args('name') name: string): Promise<Project | null> {
    const project = await this.projectsService.findByName(name);
    return project && toProject(project);
  }

  @Mutation(() => ProjectMutationPayload)
  @RequiredRole('MEMBER')
  async createProject(@Args('input') input: CreateProjectInput): Promise<ProjectMutationPayload> {
    const { name, description, gradientStartColor, gradientEndColor } = input;
    const details = { description, gradientStartColor, gradientEndColor };
    return answer(await this.projectsService.create(name, details));
  }

  @Mutation(() => ProjectMutationPayload, { description: 'The name of a project never changes.' })
  @RequiredRole('MEMBER')
  async patchProject(@Args('input') input: PatchProjectInput): Promise<ProjectMutationPayload> {
    const { id, description, gradientStartColor, gradientEndColor } = input;
    const details = { description, gradientStartColor, gradientEndColor };
    const project = await this.projectsService.getByGlobalId(id);
    return answer(await this.projectsService.update(project, details));
  }

  @Mutation(() => QueryRoot, {
    description: 'Deletes a project with its sessions, traces and spans; not the default one.',
  })
  @RequiredRole('MEMBER')
  async deleteProject(@Args('id', { type: () => ID }) id: string): Promise<QueryRoot> {
    await this.projectsService.delete(await this.projectsService.getByGlobalId(id));
    return {};
  }
}

function answer(project: Parameters<typeof toProject>[0]): ProjectMutationPayload {
  return { project: toProject(project), query: {} };
}
