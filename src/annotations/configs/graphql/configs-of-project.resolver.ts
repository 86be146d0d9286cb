import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { DomainError, NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { requireRowId, requireRowIds, toGlobalId } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection } from '../../../kernel/pagination/offset-page.js';
import { Project, toProject } from '../../../projects/graphql/project.type.js';
import { PROJECT_TYPE, ProjectsService } from '../../../projects/projects.service.js';
import { requireConfigRowId } from '../annotation-config.ids.js';
import { AnnotationConfigsService } from '../annotation-configs.service.js';
import {
  type ConfigAssignment,
  ProjectAnnotationConfigsService,
} from '../project-annotation-configs.service.js';
import {
  AddAnnotationConfigToProjectInput,
  ProjectAnnotationConfigsArgs,
  RemoveAnnotationConfigFromProjectInput,
} from './annotation-config.inputs.js';
import {
  AddAnnotationConfigToProjectPayload,
  type AnnotationConfig,
  AnnotationConfigConnection,
  RemoveAnnotationConfigFromProjectPayload,
  toAnnotationConfig,
} from './annotation-config.type.js';
import { AnnotationConfigsLoaders } from './annotation-configs.loader.js';

/** The annotation configs of a project. */
@Resolver(() => Project)
export class ConfigsOfProjectResolver {
  constructor(
    private readonly projects: ProjectsService,
    private readonly configs: AnnotationConfigsService,
    private readonly assignments: ProjectAnnotationConfigsService,
    private readonly loaders: AnnotationConfigsLoaders,
  ) {}

  @ResolveField(() => AnnotationConfigConnection, {
    description: 'The annotation configs that annotators see in the project, oldest first.',
  })
  annotationConfigs(
    @Parent() { rowId: projectId }: Project,
    @Args() { names = null, ...page }: ProjectAnnotationConfigsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<typeof AnnotationConfig>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        loaders.of(this.loaders.configs).load({ projectId, names, ...slice }),
      count: () => loaders.of(this.loaders.configCount).load({ projectId, names }),
    };
    return offsetConnection(page, list, toAnnotationConfig);
  }

  @Mutation(() => AddAnnotationConfigToProjectPayload, {
    description:
      'Adds configs to projects. If a config or project does not exist, changes nothing.',
  })
  @Access('MEMBER', 'by project role')
  addAnnotationConfigToProject(
    @Args('input', { type: () => [AddAnnotationConfigToProjectInput] })
    input: AddAnnotationConfigToProjectInput[],
  ): Promise<AddAnnotationConfigToProjectPayload> {
    return this.change(input, (assignments) => this.assignments.assign(assignments));
  }

  @Mutation(() => RemoveAnnotationConfigFromProjectPayload, {
    description:
      'Removes configs from projects. If a config or project does not exist, changes nothing.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  removeAnnotationConfigFromProject(
    @Args('input', { type: () => [RemoveAnnotationConfigFromProjectInput] })
    input: RemoveAnnotationConfigFromProjectInput[],
  ): Promise<RemoveAnnotationConfigFromProjectPayload> {
    return this.change(input, (assignments) => this.assignments.unassign(assignments));
  }

  private async change(
    input: readonly AddAnnotationConfigToProjectInput[],
    work: (assignments: ConfigAssignment[]) => Promise<void>,
  ): Promise<AddAnnotationConfigToProjectPayload> {
    if (input.length === 0) throw new DomainError('BAD_USER_INPUT', 'The list must not be empty.');
    const projectIds = requireRowIds(
      input.map(({ projectId }) => projectId),
      PROJECT_TYPE,
    );
    const projects = new Map(
      (await this.projects.findByIds(projectIds)).map((project) => [project.id, project]),
    );
    const missing = projectIds.find((id) => !projects.has(id));
    if (missing !== undefined) {
      throw new NotFoundError(`Project "${toGlobalId(PROJECT_TYPE, missing)}" not found.`);
    }
    await this.configs.getAll(input.map(({ annotationConfigId }) => annotationConfigId));
    await work(
      input.map(({ projectId, annotationConfigId }) => ({
        projectId: requireRowId(projectId, PROJECT_TYPE),
        configId: requireConfigRowId(annotationConfigId),
      })),
    );
    return { project: toProject(projects.get(projectIds[0]!)!), query: {} };
  }
}
