import { Access } from '../../../kernel/access/handler-access.js';
import { Field, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { SignInMethodsService } from '../sign-in-methods.service.js';
import type { AuthMethodName } from '../../../users/auth-methods.contract.js';
import { AuthMethod } from '../../../users/graphql/user.type.js';

@ObjectType('SignInFact', {
  description: 'A setting of a sign-in method. Never a secret.',
})
class SignInFactType {
  @Field(() => String)
  label: string;

  @Field(() => String)
  value: string;
}

@ObjectType('SignInMethod', {
  description: 'A way to sign in, as configured in the environment.',
})
class SignInMethodType {
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

/** Lists the sign-in methods for administrators. */
@Resolver()
export class SignInMethodsResolver {
  constructor(private readonly methods: SignInMethodsService) {}

  @Query(() => [SignInMethodType], {
    description: 'The ways to sign in. Empty if authentication is off.',
  })
  @Access('ADMIN')
  signInMethods(): SignInMethodType[] {
    return this.methods.listOffers();
  }
}
