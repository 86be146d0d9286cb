import { Field, ID, InputType } from '@nestjs/graphql';

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchViewerInput {
  @Field(() => String, { nullable: true })
  newUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Ends all your sessions, including this one.',
  })
  newPassword?: string | null;

  @Field(() => String, { nullable: true, description: 'Required with `newPassword`.' })
  currentPassword?: string | null;
}

@InputType()
export class EndLoginSessionInput {
  @Field(() => ID)
  id: string;
}
