import { Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../common/access/access.js';
import { AuthMethod } from '../../users/graphql/user.type.js';
import { SignInMethod } from './sign-in-method.model.js';
import { SignInMethodsService } from './sign-in-methods.service.js';

/** The overview of sign-in, for administrators. */
@Resolver()
export class SignInMethodsResolver {
  constructor(private readonly methods: SignInMethodsService) {}

  @Query(() => [SignInMethod], {
    description: 'The ways in which people may sign in; none while authentication is off.',
  })
  @RequiredRole('ADMIN')
  signInMethods(): SignInMethod[] {
    return this.methods.list().map((method) => ({ ...method, kind: AuthMethod[method.kind] }));
  }
}
