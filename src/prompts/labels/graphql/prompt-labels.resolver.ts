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
import { RequiredRole } from '../../../common/access/access.js';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { offsetConnection, OffsetPageArgs } from '../../../common/pagination/offset-page.js';
import { PromptsService } from '../../prompts.service.js';
import {
  CreatePromptLabelInput,
  DeletePromptLabelsInput,
  PatchPromptLabelInput,
  PromptLabelsOfPromptInput,
} from './prompt-label.inputs.js';
import {
  DeletePromptLabelsPayload,
  PROMPT_LABEL_TYPE,
  PromptLabel,
  PromptLabelConnection,
  PromptLabelMutationPayload,
  PromptMutationPayload,
  toPromptLabel,
} from './prompt-label.type.js';
import { PromptLabelLoaders } from './prompt-labels.loader.js';
import { PromptLabelsService } from '../prompt-labels.service.js';

@Resolver(() => PromptLabel)
export class PromptLabelsResolver {
  constructor(
    private readonly labels: PromptLabelsService,
    private readonly prompts: PromptsService,
    private readonly own: PromptLabelLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(PROMPT_LABEL_TYPE, (id, { loaders }) => loaders.of(own.byId).load(id));
  }

  @Query(() => PromptLabelConnection, { description: 'By their names.' })
  @RequiredRole('VIEWER')
  promptLabels(@Args() args: OffsetPageArgs): Promise<Connection<PromptLabel>> {
    const list = {
      slice: this.labels.slice.bind(this.labels),
      count: () => this.labels.count(),
    };
    return offsetConnection(args, list, toPromptLabel);
  }

  @Mutation(() => PromptLabelMutationPayload)
  @RequiredRole('MEMBER')
  async createPromptLabel(
    @Args('input') { name, description, color }: CreatePromptLabelInput,
  ): Promise<PromptLabelMutationPayload> {
    const label = await this.labels.create({ name, description, color: color ?? undefined });
    return { promptLabels: [toPromptLabel(label)], query: {} };
  }

  @Mutation(() => PromptLabelMutationPayload)
  @RequiredRole('MEMBER')
  async patchPromptLabel(
    @Args('input') { promptLabelId, name, description, color }: PatchPromptLabelInput,
  ): Promise<PromptLabelMutationPayload> {
    const changes = { name: name ?? undefined, description, color: color ?? undefined };
    const label = await this.labels.update(promptLabelId, changes);
    return { promptLabels: [toPromptLabel(label)], query: {} };
  }

  @Mutation(() => DeletePromptLabelsPayload, {
    description: 'Deletes labels, all or none. The prompts that bear them stay.',
  })
  @RequiredRole('MEMBER')
  async deletePromptLabels(
    @Args('input') { promptLabelIds }: DeletePromptLabelsInput,
  ): Promise<DeletePromptLabelsPayload> {
    await this.labels.delete(promptLabelIds);
    return { deletedPromptLabelIds: promptLabelIds, query: {} };
  }

  @Mutation(() => PromptMutationPayload, { description: 'Adds labels to those of a prompt.' })
  @RequiredRole('MEMBER')
  async setPromptLabels(
    @Args('input') { promptId, promptLabelIds }: PromptLabelsOfPromptInput,
  ): Promise<PromptMutationPayload> {
    await this.labels.add(await this.prompts.getByGlobalId(promptId), promptLabelIds);
    return { query: {} };
  }

  @Mutation(() => PromptMutationPayload, { description: 'Takes labels off a prompt.' })
  @RequiredRole('MEMBER')
  async unsetPromptLabels(
    @Args('input') { promptId, promptLabelIds }: PromptLabelsOfPromptInput,
  ): Promise<PromptMutationPayload> {
    await this.labels.remove(await this.prompts.getByGlobalId(promptId), promptLabelIds);
    return { query: {} };
  }

  @ResolveField(() => Int, { description: 'How many prompts bear it.' })
  usageCount(
    @Parent() { rowId }: PromptLabel,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.own.usages).load(rowId);
  }
}
