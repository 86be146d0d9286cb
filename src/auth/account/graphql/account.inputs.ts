import { Field, ID, InputType } from '@nestjs/graphql';

@InputType({ description: 'An absent or null member is left as it is.' })
export class PatchViewerInput {
  @Field(() => String, { nullable: true })
  newUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Ends every session of the user, this one included.',
  })
  newPassword?: string | null;

  @Field(() => String, { nullable: true, description: 'Needed together with `newPassword`.' })
  currentPassword?: string | null;
}

@InputType()
export class EndLoginSessionInput {
  @Field(() => ID)
  id: string;
}
