import { Access } from '../../../kernel/access/handler-access.js';
import { Query, Resolver } from '@nestjs/graphql';
import { SignInMethodsService } from '../sign-in-methods.service.js';
import { SignInMethodType } from './sign-in-method.type.js';

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
