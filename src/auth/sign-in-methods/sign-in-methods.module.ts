import { Module } from '@nestjs/common';
import { SignInMethodsResolver } from './graphql/sign-in-methods.resolver.js';
import { LdapModule } from './ldap/ldap.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { PasskeyModule } from './passkey/passkey.module.js';
import { PasswordModule } from './password/password.module.js';
import {
  METHOD_MODULES,
  type SignInMethodModule,
  SignInMethodsService,
} from './sign-in-methods.service.js';

/** Every sign-in method, in the order in which people see them. */
export const SIGN_IN_METHODS: SignInMethodModule[] = [
  PasswordModule,
  PasskeyModule,
  OidcModule,
  LdapModule,
];

/** The sign-in methods of this server, behind one port (`sign-in-method.contract.ts`). */
@Module({
  imports: SIGN_IN_METHODS,
  providers: [
    { provide: METHOD_MODULES, useValue: SIGN_IN_METHODS },
    SignInMethodsResolver,
    SignInMethodsService,
  ],
  exports: [SignInMethodsService],
})
export class SignInMethodsModule {}
