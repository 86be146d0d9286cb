import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import type { LabelRow } from '../../../labels/labels.service.js';
import { Prompt } from '../../graphql/prompt.type.js';
import { PromptLabelsService } from '../prompt-labels.service.js';
import { PromptLabel, toPromptLabel } from './prompt-label.type.js';

@Resolver(() => Prompt)
export class LabelsOfPromptResolver {
  private readonly byPrompt: BatchLoader<number, LabelRow[]>;

  constructor(labels: PromptLabelsService) {
    this.byPrompt = { batch: (ids) => labels.listByOwner(ids) };
  }

  @ResolveField(() => [PromptLabel], { description: 'Sorted by name.' })
  async labels(
    @Parent() { rowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptLabel[]> {
    return (await loaders.of(this.byPrompt).load(rowId)).map(toPromptLabel);
  }
}
