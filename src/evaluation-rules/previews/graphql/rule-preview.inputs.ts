import { Field, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import {
  EvaluatorInputMappingInput,
  readInputMapping,
} from '../../../evaluators/graphql/input-mapping.inputs.js';
import { EvaluationRuleTarget } from '../../evaluation-rule.enum.js';
import type { RulePreview } from '../rule-previews.service.js';
import { CONDITION, EVALUATOR, MAPPING } from '../../graphql/evaluation-rule.inputs.js';

const MAX_PREVIEWED = 5;

@InputType()
export class PreviewEvaluationRuleInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => EvaluationRuleTarget, { defaultValue: EvaluationRuleTarget.SPAN })
  target: EvaluationRuleTarget;

  @Field(() => String, { defaultValue: '', description: CONDITION })
  @Check(storableText())
  condition: string;

  @Field(() => ID, { description: EVALUATOR })
  evaluatorId: string;

  @Field(() => EvaluatorInputMappingInput, { nullable: true, description: MAPPING })
  inputMapping?: EvaluatorInputMappingInput | null;

  @Field(() => Int, {
    defaultValue: MAX_PREVIEWED,
    description: `How many spans, traces or sessions to evaluate, the newest: 1 to ${MAX_PREVIEWED}.`,
  })
  @Check(z.number().min(1).max(MAX_PREVIEWED))
  count: number;
}

export function toRulePreview({ inputMapping, ...rest }: PreviewEvaluationRuleInput): RulePreview {
  return { ...rest, inputMapping: inputMapping ? readInputMapping(inputMapping) : null };
}
