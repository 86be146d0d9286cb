import {
  Args,
  Context,
  Int,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { Project, ProjectConnection, toProject } from '../../../projects/graphql/project.type.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { CONFIG_TYPE_NAMES } from '../annotation-config.ids.js';
import { AnnotationConfigsService } from '../annotation-configs.service.js';
import {
  CreateAnnotationConfigInput,
  DeleteAnnotationConfigsInput,
  toContent,
  UpdateAnnotationConfigInput,
} from './annotation-config.inputs.js';
import {
  type AnnotationConfig,
  AnnotationConfigBase,
  AnnotationConfigConnection,
  CreateAnnotationConfigPayload,
  DeleteAnnotationConfigsPayload,
  toAnnotationConfig,
  UpdateAnnotationConfigPayload,
} from './annotation-config.type.js';
import { AnnotationConfigsLoaders } from './annotation-configs.loader.js';

@Resolver(() => AnnotationConfigBase)
export class AnnotationConfigsResolver {
  private readonly projectById: BatchLoader<number, Project | null>;

  constructor(
    private readonly configs: AnnotationConfigsService,
    private readonly loaders: AnnotationConfigsLoaders,
    projects: ProjectsService,
    nodes: NodeRegistry,
  ) {
    this.projectById = createLoaderById((ids) => projects.findByIds(ids), toProject);
    for (const typeName of Object.values(CONFIG_TYPE_NAMES)) {
      nodes.register(typeName, async (id) => {
        const config = await configs.findById(id);
        const isOfType = config && CONFIG_TYPE_NAMES[config.type] === typeName;
        return isOfType ? toAnnotationConfig(config) : null;
      });
    }
  }

  @Query(() => AnnotationConfigConnection, { description: 'Annotation configs, oldest first.' })
  @Access('VIEWER')
  annotationConfigs(@Args() page: OffsetPageArgs): Promise<Connection<typeof AnnotationConfig>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) => this.configs.listSlice(slice),
      count: () => this.configs.count(),
    };
    return offsetConnection(page, list, toAnnotationConfig);
  }

  @ResolveField(() => ProjectConnection, {
    description: 'The projects that use the config, oldest first.',
  })
  projects(
    @Parent() { rowId: configId }: AnnotationConfigBase,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Project>> {
    const list = {
      slice: async (slice: { offset: number; limit: number }) => {
        const ids = await loaders.of(this.loaders.projectIds).load({ configId, ...slice });
        const projects = await Promise.all(ids.map((id) => loaders.of(this.projectById).load(id)));
        return projects.filter((project) => project !== null);
      },
      count: () => loaders.of(this.loaders.projectCount).load(configId),
    };
    return offsetConnection(page, list, (project) => project);
  }

  @ResolveField(() => Int, { description: 'Number of projects that use the config.' })
  projectCount(
    @Parent() { rowId }: AnnotationConfigBase,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.loaders.projectCount).load(rowId);
  }

  @Mutation(() => CreateAnnotationConfigPayload)
  @Access('MEMBER')
  async createAnnotationConfig(
    @Args('input') { annotationConfig }: CreateAnnotationConfigInput,
  ): Promise<CreateAnnotationConfigPayload> {
    const config = await this.configs.create(toContent(annotationConfig));
    return { annotationConfig: toAnnotationConfig(config), query: {} };
  }

  @Mutation(() => UpdateAnnotationConfigPayload, {
    description:
      'Replaces a config as a whole. If its type changes, so does its ID. Existing annotations do not change.',
  })
  @Access('MEMBER')
  async updateAnnotationConfig(
    @Args('input') { id, annotationConfig }: UpdateAnnotationConfigInput,
  ): Promise<UpdateAnnotationConfigPayload> {
    const config = await this.configs.update(id, toContent(annotationConfig));
    return { annotationConfig: toAnnotationConfig(config), query: {} };
  }

  @Mutation(() => DeleteAnnotationConfigsPayload, {
    description:
      'Deletes configs and removes them from every project. If one does not exist, deletes none. Existing annotations stay.',
  })
  @Access('MEMBER', 'while storage is full too')
  async deleteAnnotationConfigs(
    @Args('input') { ids }: DeleteAnnotationConfigsInput,
  ): Promise<DeleteAnnotationConfigsPayload> {
    const deleted = await this.configs.delete(ids);
    return { annotationConfigs: deleted.map(toAnnotationConfig), query: {} };
  }
}
