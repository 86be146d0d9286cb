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
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import type { LabelRow } from '../../../labels/labels.service.js';
import { PromptMutationPayload } from '../../graphql/prompt.type.js';
import { PROMPT_TYPE, PromptsService } from '../../prompts.service.js';
import { PROMPT_LABEL_TYPE, PromptLabelsService } from '../prompt-labels.service.js';
import {
  CreatePromptLabelInput,
  DeletePromptLabelsInput,
  PatchPromptLabelInput,
  SetPromptLabelsInput,
  UnsetPromptLabelsInput,
} from './prompt-label.inputs.js';
import {
  DeletePromptLabelsPayload,
  PromptLabel,
  PromptLabelConnection,
  PromptLabelMutationPayload,
  toPromptLabel,
} from './prompt-label.type.js';

/** The default color of a new label. */
const DEFAULT_COLOR = '#33c5e8';

@Resolver(() => PromptLabel)
export class PromptLabelsResolver {
  private readonly uses: BatchLoader<number, number>;

  constructor(
    private readonly labels: PromptLabelsService,
    private readonly prompts: PromptsService,
    nodes: NodeRegistry,
  ) {
    this.uses = { batch: (ids) => labels.countUses(ids) };
    const byId = createLoaderById((ids) => labels.findByIds(ids), toPromptLabel);
    nodes.register(PROMPT_LABEL_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
  }

  @Query(() => PromptLabelConnection, { description: 'Sorted by name.' })
  @Access('VIEWER')
  promptLabels(@Args() page: OffsetPageArgs): Promise<Connection<PromptLabel>> {
    const list = {
      slice: this.labels.listSlice.bind(this.labels, null),
      count: () => this.labels.count(null),
    };
    return offsetConnection(page, list, toPromptLabel);
  }

  @ResolveField(() => Int, { description: 'Number of prompts with this label.' })
  usageCount(
    @Parent() { rowId }: PromptLabel,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.uses).load(rowId);
  }

  @Mutation(() => PromptLabelMutationPayload)
  @Access('MEMBER')
  async createPromptLabel(
    @Args('input') { color, ...details }: CreatePromptLabelInput,
    @Caller() { userId }: Identity,
  ): Promise<PromptLabelMutationPayload> {
    const label = { ...details, color: color ?? DEFAULT_COLOR };
    return toPayload(await this.labels.create(label, userId));
  }

  @Mutation(() => PromptLabelMutationPayload)
  @Access('MEMBER')
  async patchPromptLabel(
    @Args('input') { promptLabelId, ...patch }: PatchPromptLabelInput,
  ): Promise<PromptLabelMutationPayload> {
    const id = requireRowId(promptLabelId, PROMPT_LABEL_TYPE);
    return toPayload(await this.labels.update(id, patch));
  }

  @Mutation(() => DeletePromptLabelsPayload, {
    description:
      'Deletes labels and removes them from every prompt. If one does not exist, deletes none.',
  })
  @Access('MEMBER', 'while storage is full too')
  async deletePromptLabels(
    @Args('input') { promptLabelIds }: DeletePromptLabelsInput,
  ): Promise<DeletePromptLabelsPayload> {
    await this.labels.delete(requireRowIds(promptLabelIds, PROMPT_LABEL_TYPE));
    return { deletedPromptLabelIds: promptLabelIds, query: {} };
  }

  @Mutation(() => PromptMutationPayload, { description: 'Adds labels to a prompt.' })
  @Access('MEMBER')
  async setPromptLabels(
    @Args('input') { promptId, promptLabelIds }: SetPromptLabelsInput,
  ): Promise<PromptMutationPayload> {
    const prompt = await this.prompts.get(requireRowId(promptId, PROMPT_TYPE));
    await this.labels.add(prompt.id, requireRowIds(promptLabelIds, PROMPT_LABEL_TYPE));
    return { query: {} };
  }

  @Mutation(() => PromptMutationPayload, { description: 'Removes labels from a prompt.' })
  @Access('MEMBER', 'while storage is full too')
  async unsetPromptLabels(
    @Args('input') { promptId, promptLabelIds }: UnsetPromptLabelsInput,
  ): Promise<PromptMutationPayload> {
    const prompt = await this.prompts.get(requireRowId(promptId, PROMPT_TYPE));
    await this.labels.remove(prompt.id, requireRowIds(promptLabelIds, PROMPT_LABEL_TYPE));
    return { query: {} };
  }
}

function toPayload(label: LabelRow): PromptLabelMutationPayload {
  return { promptLabels: [toPromptLabel(label)], query: {} };
}
