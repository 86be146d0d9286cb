import { Field, Float, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Parts of the prompt tokens, where the model told them.' })
export class TokenPromptDetails {
  @Field(() => Float, { nullable: true })
  cacheRead: number | null;

  @Field(() => Float, { nullable: true })
  cacheWrite: number | null;

  @Field(() => Float, { nullable: true })
  audio: number | null;
}
