import { Field, Float, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Tokens of LLM spans.' })
export class TokenUsage {
  @Field(() => Float)
  prompt: number;

  @Field(() => Float)
  completion: number;

  @Field(() => Float)
  total: number;
}
