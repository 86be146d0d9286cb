import { Field, ID, InputType } from '@nestjs/graphql';

@InputType()
export class EndLoginSessionInput {
  @Field(() => ID)
  id: string;
}
