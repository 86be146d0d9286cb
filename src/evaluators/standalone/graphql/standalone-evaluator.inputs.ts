import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { BadRequestError } from '../../../kernel/errors/errors.js';
import { parseGlobalId } from '../../../kernel/ids/global-id.js';
import { Check } from '../../../kernel/validation/check.js';
import { trimmedName } from '../../../kernel/validation/json-fields.js';
import { ChatPromptVersionInput } from '../../../prompts/versions/graphql/chat-prompt-version.inputs.js';
import { LlmEvaluatorFields, PROMPT } from '../../attached/graphql/dataset-evaluator.inputs.js';
import { EVALUATOR_TYPES, type EvaluatorRow } from '../../evaluators.service.js';
import type { DeletedId } from '../standalone-evaluators.service.js';

const MAX_DELETED = 1_000;
const KINDS = Object.keys(EVALUATOR_TYPES) as EvaluatorRow['kind'][];

@InputType({ isAbstract: true })
abstract class StandaloneLlmFields extends LlmEvaluatorFields {
  @Field(() => String, {
    description: 'Need not be unique. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;
}

@InputType({ description: 'Either `promptVersion`, which creates a prompt, or `promptVersionId`.' })
export class CreateLLMEvaluatorInput extends StandaloneLlmFields {
  @Field(() => ChatPromptVersionInput, { nullable: true, description: PROMPT })
  promptVersion?: ChatPromptVersionInput | null;
}

@InputType({ description: 'Replaces everything.' })
export class UpdateLLMEvaluatorInput extends StandaloneLlmFields {
  @Field(() => ID)
  id: string;

  @Field(() => ChatPromptVersionInput, { description: PROMPT })
  promptVersion: ChatPromptVersionInput;
}

@InputType()
export class DeleteEvaluatorsInput {
  @Field(() => [ID], {
    description: `Evaluators that ask a model or have code. At most ${MAX_DELETED}.`,
  })
  @Check(z.array(z.string()).max(MAX_DELETED))
  evaluatorIds: string[];

  @Field(() => Boolean, {
    defaultValue: true,
    description:
      'Whether to delete the prompts that were created with the evaluators, too, unless another evaluator uses them.',
  })
  deleteAssociatedPrompt: boolean;
}

/** @throws BadRequestError for an ID of something else. */
export function toDeletedId(globalId: string): DeletedId {
  const parsed = parseGlobalId(globalId);
  const kind = parsed && KINDS.find((one) => EVALUATOR_TYPES[one] === parsed.type);
  if (kind) return { id: parsed.id, kind };
  throw new BadRequestError(`"${globalId}" is not the ID of an evaluator.`);
}
