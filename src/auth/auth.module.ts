import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiKeysModule } from '../apikeys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { Authenticator } from '../kernel/access/access.js';
import { AccessGuard } from '../kernel/access/access.guard.js';
import { UsersModule } from '../users/users.module.js';
import {
  LoginSessionFieldsResolver,
  LoginSessionsResolver,
} from './account/graphql/login-sessions.resolver.js';
import { ViewerResolver } from './account/graphql/viewer.resolver.js';
import { OwnAccountService } from './account/own-account.service.js';
import { OwnSessionsService } from './account/own-sessions.service.js';
import { AuthController } from './account/rest/auth.controller.js';
import { AuthorizationServerModule } from './authorization-server/authorization-server.module.js';
import { HousekeepingService } from './housekeeping.service.js';
import { AdminSecretStrategy } from './identity/admin-secret.strategy.js';
import { ApiKeyStrategy } from './identity/api-key.strategy.js';
import { GrantStrategy } from './identity/grant.strategy.js';
import { IdentityGuard } from './identity/identity.guard.js';
import { IdentityQueries } from './identity/identity.queries.js';
import { IdentityService } from './identity/identity.service.js';
import { ProjectScopeInterceptor } from './identity/project-scope.interceptor.js';
import { SessionStrategy } from './identity/session.strategy.js';
import { PasswordChangesModule } from './password-changes/password-changes.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { SignInMethodsModule } from './sign-in-methods/sign-in-methods.module.js';
import { SignInsModule } from './sign-ins/sign-ins.module.js';

/**
 * Two guards on every handler: the first identifies the sender, the second checks their access.
 * Also the sign-in methods, the users' own accounts and sessions, and the access of applications.
 * Global, so that transports without Nest's handlers can use the same `Authenticator`, which has one
 * passport strategy per kind of credential.
 */
@Global()
@Module({
  imports: [
    ApiKeysModule,
    AuditModule,
    AuthorizationServerModule,
    PasswordChangesModule,
    SecondFactorModule,
    SignInMethodsModule,
    SignInsModule,
    UsersModule,
  ],
  controllers: [AuthController],
  providers: [
    AdminSecretStrategy,
    ApiKeyStrategy,
    GrantStrategy,
    HousekeepingService,
    IdentityQueries,
    IdentityService,
    LoginSessionFieldsResolver,
    LoginSessionsResolver,
    OwnAccountService,
    OwnSessionsService,
    SessionStrategy,
    ViewerResolver,
    { provide: Authenticator, useExisting: IdentityService },
    { provide: APP_GUARD, useClass: IdentityGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: ProjectScopeInterceptor },
  ],
  exports: [Authenticator],
})
export class AuthModule {}
