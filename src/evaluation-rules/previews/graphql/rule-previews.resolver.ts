import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { RulePreviewsService } from '../rule-previews.service.js';
import { PreviewEvaluationRuleInput, toRulePreview } from './rule-preview.inputs.js';
import { PreviewEvaluationRulePayload, toPreviewResult } from './rule-preview.type.js';

@Resolver()
export class RulePreviewsResolver {
  constructor(private readonly previews: RulePreviewsService) {}

  @Mutation(() => PreviewEvaluationRulePayload, {
    description:
      'Tries a rule that need not be stored on the newest spans, traces or sessions that meet its condition, without storing what the evaluator says. What models are asked becomes traces of the project `playground`, or of one that only you see if you can read a private project. Each evaluation may take a minute.',
  })
  @Access('MEMBER', 'while storage is full too')
  async previewEvaluationRule(
    @Args('input') input: PreviewEvaluationRuleInput,
    @Caller() caller: Identity,
  ): Promise<PreviewEvaluationRulePayload> {
    const subjects = await this.previews.run(toRulePreview(input), caller);
    return { results: subjects.map(toPreviewResult) };
  }
}
