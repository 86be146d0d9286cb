import { Field, ObjectType } from '@nestjs/graphql';
import { AuthMethod } from '../../../users/graphql/user.type.js';

@ObjectType('SignInFact', {
  description: 'One thing that is configured for a way of signing in; never a secret.',
})
export class SignInFactType {
  @Field(() => String)
  label: string;

  @Field(() => String)
  value: string;
}

@ObjectType('SignInMethod', {
  description: 'A way in which people may sign in, as the environment configures it.',
})
export class SignInMethodType {
  @Field(() => AuthMethod)
  kind: AuthMethod;

  @Field(() => String, { description: 'Name inside of the variables that configure it.' })
  name: string;

  @Field(() => String)
  displayName: string;

  @Field(() => [SignInFactType])
  facts: SignInFactType[];
}
