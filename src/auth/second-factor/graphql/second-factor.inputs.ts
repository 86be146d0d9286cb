import { Field, ID, InputType } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { Check } from '../../../kernel/validation/check.js';
import { trimmedName } from '../../../kernel/validation/json-fields.js';
import { type NewCredential, newCredential } from '../passkeys/credential.js';

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

@InputType()
export class AddPasskeyInput {
  @Field(() => String, { description: 'By which you recognize it.' })
  @Check(trimmedName())
  name: string;

  @Field(() => JsonScalar, {
    description: 'The `RegistrationResponseJSON` with which the browser answered.',
  })
  @Check(newCredential)
  credential: NewCredential;
}

@InputType()
export class RemovePasskeyInput {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  password: string;
}
