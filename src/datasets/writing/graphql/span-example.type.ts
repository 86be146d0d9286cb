import { Field, ObjectType } from '@nestjs/graphql';
import { JsonScalar } from '../../../common/graphql/scalars.js';

@ObjectType({ description: 'What an example made from a span holds.' })
export class SpanExample {
  @Field(() => JsonScalar, { description: 'An object.' })
  input: object;

  @Field(() => JsonScalar, { description: 'An object.' })
  output: object;

  @Field(() => JsonScalar, { description: 'An object.' })
  metadata: object;
}
