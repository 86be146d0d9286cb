import { Field, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { anyObject, reason } from '../../kernel/validation/json-fields.js';
import { readAs } from '../../kernel/validation/read-as.js';
import type { InputMapping } from '../evaluation/input-mapping.js';

const MAX_INPUTS = 100;
const MAX_PATH_LENGTH = 1_000;

@InputType({ description: 'The sources of the inputs of an evaluator, by name.' })
export class EvaluatorInputMappingInput {
  @Field(() => JsonScalar, {
    nullable: true,
    description: 'An object of literal values. They take precedence over paths.',
  })
  literalMapping?: JsonValue;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'An object of paths into `input`, `output`, `reference` and `metadata`, such as `output.answer` or `input.messages[0].content`.',
  })
  pathMapping?: JsonValue;
}

const inputs = () =>
  anyObject().refine(
    (members) => Object.keys(members).length <= MAX_INPUTS,
    reason('too_long', `Input should have at most ${MAX_INPUTS} members`),
  );

const schema = z.object({
  literalMapping: inputs().nullish(),
  pathMapping: inputs()
    .refine(
      (members) =>
        Object.values(members).every(
          (path) => typeof path === 'string' && path.length <= MAX_PATH_LENGTH,
        ),
      reason(
        'string_type',
        `Input should be an object of paths of at most ${MAX_PATH_LENGTH} characters`,
      ),
    )
    .nullish(),
});

/** @throws ValidationError that names every violation. */
export function readInputMapping(
  input: EvaluatorInputMappingInput | null | undefined,
): InputMapping {
  const { literalMapping, pathMapping } = readAs(schema, input ?? {}, ['inputMapping']);
  return {
    literalMapping: literalMapping ?? {},
    pathMapping: (pathMapping ?? {}) as Record<string, string>,
  };
}
