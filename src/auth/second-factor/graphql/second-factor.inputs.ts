import { Field, ID, InputType } from '@nestjs/graphql';

@InputType({ description: 'Changes to the second factor take the password.' })
export class PasswordProofInput {
  @Field(() => String)
  password: string;
}

@InputType()
export class ConfirmAuthenticatorInput {
  @Field(() => String, { description: 'The six digits that the app shows.' })
  code: string;
}

@InputType()
export class ResetSecondFactorInput {
  @Field(() => ID)
  userId: string;
}
