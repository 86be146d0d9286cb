import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessGuard } from '../kernel/access/access.guard.js';
import { AccountModule } from './account/account.module.js';
import { AuthorizationServerModule } from './authorization-server/authorization-server.module.js';
import { HousekeepingService } from './housekeeping.service.js';
import { IdentityGuard } from './identity/identity.guard.js';
import { IdentityModule } from './identity/identity.module.js';
import { ProjectScopeInterceptor } from './identity/project-scope.interceptor.js';
import { LoginLockModule } from './lock/login-lock.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { SecondFactorApiModule } from './second-factor/second-factor-api.module.js';
import { LoginSessionsModule } from './sessions/login-sessions.module.js';
import { SignInMethodsModule } from './sign-in-methods/sign-in-methods.module.js';

/**
 * Two guards on every handler: the first identifies the sender, the second checks their access.
 * Also the sign-in methods, and the access of applications. Global, so that transports without Nest's handlers can use the same
 * `Authenticator`.
 */
@Global()
@Module({
  imports: [
    AccountModule,
    AuthorizationServerModule,
    IdentityModule,
    LoginLockModule,
    LoginSessionsModule,
    PasswordResetModule,
    SecondFactorApiModule,
    SignInMethodsModule,
  ],
  providers: [
    HousekeepingService,
    { provide: APP_GUARD, useClass: IdentityGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: ProjectScopeInterceptor },
  ],
  exports: [IdentityModule],
})
export class AuthModule {}
