import { Field, Float, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { TimeRangeInput } from '../../kernel/graphql/time-range.inputs.js';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../kernel/validation/json-fields.js';
import {
  EvaluatorInputMappingInput,
  readInputMapping,
} from '../../evaluators/graphql/input-mapping.inputs.js';
import { EvaluationRuleTarget } from '../evaluation-rule.enum.js';
import type { EvaluationRuleChanges, EvaluationRuleDraft } from '../evaluation-rules.service.js';

const MAX_DELETED = 1_000;

export const CONDITION =
  'A condition on spans, traces or sessions, in the same language as in lists. Empty for all.';
export const EVALUATOR = 'The ID of a built-in evaluator, of one that asks a model, or of code.';
export const MAPPING =
  'Paths lead into `input`, `output`, `metadata` and `attributes`; of a trace also into `spans`, of a session only into `input`, `output` and `traces`. Null for the mapping of the evaluator.';

/** The inputs of the evaluator, and the budgets of the rule. */
@InputType({ isAbstract: true })
abstract class EvaluationInput {
  @Field(() => EvaluatorInputMappingInput, { nullable: true, description: MAPPING })
  inputMapping?: EvaluatorInputMappingInput | null;

  @Field(() => Int, { nullable: true, description: 'Null for no limit.' })
  maxEvaluationsPerDay?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'US dollars. Null for no limit. Requires a model whose price is known.',
  })
  maxCostPerDay?: number | null;
}

@InputType()
export class CreateEvaluationRuleInput extends EvaluationInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => String, {
    description:
      'Unique in the project. The name of the annotations. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => EvaluationRuleTarget, { defaultValue: EvaluationRuleTarget.SPAN })
  target: EvaluationRuleTarget;

  @Field(() => String, { defaultValue: '', description: CONDITION })
  @Check(storableText())
  condition: string;

  @Field(() => Float, { defaultValue: 1, description: 'Above 0 and at most 1.' })
  samplingRate: number;

  @Field(() => ID, { description: EVALUATOR })
  evaluatorId: string;

  @Field(() => Boolean, { defaultValue: true })
  isEnabled: boolean;
}

@InputType({ description: 'Absent fields stay unchanged; so do null fields, except limits.' })
export class UpdateEvaluationRuleInput extends EvaluationInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, {
    nullable: true,
    description: 'Annotations keep the name that the rule had.',
  })
  @Check(z.union([trimmedName(), z.null()]).optional())
  name?: string | null;

  @Field(() => String, { nullable: true, description: CONDITION })
  @Check(storableText().nullish())
  condition?: string | null;

  @Field(() => Float, { nullable: true, description: 'Above 0 and at most 1.' })
  samplingRate?: number | null;

  @Field(() => ID, { nullable: true, description: EVALUATOR })
  evaluatorId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'A disabled rule forgets what waits for it. A rule that is enabled again evaluates only what arrives then.',
  })
  isEnabled?: boolean | null;
}

@InputType()
export class BackfillEvaluationRuleInput {
  @Field(() => ID)
  id: string;

  @Field(() => TimeRangeInput, {
    nullable: true,
    description: 'When the spans, traces or sessions began. Ends now by default.',
  })
  timeRange?: TimeRangeInput | null;
}

@InputType()
export class StopEvaluationRuleBackfillInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class DeleteEvaluationRulesInput {
  @Field(() => [ID], { description: `At most ${MAX_DELETED}.` })
  @Check(z.array(z.string()).min(1).max(MAX_DELETED))
  evaluationRuleIds: string[];
}

export function toDraft(input: CreateEvaluationRuleInput): EvaluationRuleDraft {
  const { inputMapping, maxEvaluationsPerDay, maxCostPerDay } = input;
  return {
    name: input.name,
    target: input.target,
    condition: input.condition,
    samplingRate: input.samplingRate,
    evaluatorId: input.evaluatorId,
    inputMapping: inputMapping ? readInputMapping(inputMapping) : null,
    maxEvaluationsPerDay: maxEvaluationsPerDay ?? null,
    maxCostPerDay: maxCostPerDay ?? null,
    isEnabled: input.isEnabled,
  };
}

export function toChanges(input: UpdateEvaluationRuleInput): EvaluationRuleChanges {
  const { name, condition, samplingRate, evaluatorId, inputMapping, isEnabled } = input;
  const { maxEvaluationsPerDay, maxCostPerDay } = input;
  return {
    ...(name && { name }),
    ...(typeof condition === 'string' && { condition }),
    ...(typeof samplingRate === 'number' && { samplingRate }),
    ...(evaluatorId && { evaluatorId }),
    ...(inputMapping && { inputMapping: readInputMapping(inputMapping) }),
    ...(maxEvaluationsPerDay !== undefined && { maxEvaluationsPerDay }),
    ...(maxCostPerDay !== undefined && { maxCostPerDay }),
    ...(typeof isEnabled === 'boolean' && { isEnabled }),
  };
}
