import { Field, ObjectType } from '@nestjs/graphql';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { InputMapping } from '../evaluation/input-mapping.js';

@ObjectType({ description: 'The sources of the inputs of an evaluator, by name.' })
export class EvaluatorInputMapping {
  @Field(() => JsonScalar, { description: 'Literal values. They take precedence over paths.' })
  literalMapping: InputMapping['literalMapping'];

  @Field(() => JsonScalar, {
    description:
      'Paths into `input`, `output`, `reference` and `metadata`, such as `output.answer`.',
  })
  pathMapping: InputMapping['pathMapping'];
}
