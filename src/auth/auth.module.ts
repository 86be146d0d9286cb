import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeysModule } from '../apikeys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AccessGuard, Authenticator } from '../common/access/access.js';
import { UsersModule } from '../users/users.module.js';
import { AccountModule } from './account/account.module.js';
import { AdminSecretUses } from './admin-secret-uses.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { HousekeepingService } from './housekeeping.service.js';
import { IdentityGuard } from './identity.guard.js';
import { IdentityService } from './identity.service.js';
import { LdapModule } from './ldap/ldap.module.js';
import { RateLimitsModule } from './limits/rate-limits.module.js';
import { LoginLockModule } from './lock/login-lock.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { LoginSessionsModule } from './sessions/login-sessions.module.js';
import { SignInMethodsResolver } from './sign-in-methods/sign-in-methods.resolver.js';
import { SignInMethodsService } from './sign-in-methods/sign-in-methods.service.js';
import { SignInsModule } from './sign-ins/sign-ins.module.js';

/**
 * Two guards on every handler, in this order: who is this, then may they; and the ways of signing
 * in. Global, so that transports beside Nest's handlers can ask the same `Authenticator`.
 */
@Global()
@Module({
  imports: [
    AccountModule,
    ApiKeysModule,
    AuditModule,
    LdapModule,
    LoginLockModule,
    LoginSessionsModule,
    OidcModule,
    PasswordResetModule,
    RateLimitsModule,
    SignInsModule,
    UsersModule,
  ],
  controllers: [AuthController],
  providers: [
    AdminSecretUses,
    AuthService,
    HousekeepingService,
    IdentityService,
    SignInMethodsResolver,
    SignInMethodsService,
    { provide: Authenticator, useExisting: IdentityService },
    { provide: APP_GUARD, useClass: IdentityGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [Authenticator],
})
export class AuthModule {}
