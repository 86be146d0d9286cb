import { Module } from '@nestjs/common';
import { SignInMethodsResolver } from './graphql/sign-in-methods.resolver.js';
import { LdapSignInService } from './ldap/ldap-sign-in.service.js';
import { LdapModule } from './ldap/ldap.module.js';
import { OidcSignInService } from './oidc/oidc-sign-in.service.js';
import { OidcModule } from './oidc/oidc.module.js';
import { PasskeySignInService } from './passkey/passkey-sign-in.service.js';
import { PasskeyModule } from './passkey/passkey.module.js';
import { PasswordSignInService } from './password/password-sign-in.service.js';
import { PasswordModule } from './password/password.module.js';
import { SIGN_IN_METHODS, SignInMethodsService } from './sign-in-methods.service.js';

/** Every sign-in method with its module, in the order in which administrators see them. */
const METHODS = [
  { module: PasswordModule, method: PasswordSignInService },
  { module: PasskeyModule, method: PasskeySignInService },
  { module: OidcModule, method: OidcSignInService },
  { module: LdapModule, method: LdapSignInService },
];

/** The sign-in methods of this server, behind one port (`sign-in-method.ts`). */
@Module({
  imports: METHODS.map(({ module }) => module),
  providers: [
    {
      provide: SIGN_IN_METHODS,
      inject: METHODS.map(({ method }) => method),
      useFactory: (...methods: unknown[]) => methods,
    },
    SignInMethodsResolver,
    SignInMethodsService,
  ],
  exports: [SignInMethodsService],
})
export class SignInMethodsModule {}
