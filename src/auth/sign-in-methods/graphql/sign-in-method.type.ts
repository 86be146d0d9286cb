import { Field, ObjectType } from '@nestjs/graphql';
import type { AuthMethodName } from '../../../users/auth-methods.contract.js';
import { AuthMethod } from '../../../users/graphql/user.type.js';

@ObjectType('SignInFact', {
  description: 'A setting of a sign-in method. Never a secret.',
})
export class SignInFactType {
  @Field(() => String)
  label: string;

  @Field(() => String)
  value: string;
}

@ObjectType('SignInMethod', {
  description: 'A way to sign in, as configured in the environment.',
})
export class SignInMethodType {
  @Field(() => AuthMethod)
  kind: AuthMethodName;

  @Field(() => String, { description: 'Name in the variables that configure it.' })
  name: string;

  @Field(() => String)
  displayName: string;

  @Field(() => [SignInFactType])
  facts: SignInFactType[];

  @Field(() => String, { description: 'The variables that configure it.' })
  variables: string;
}
