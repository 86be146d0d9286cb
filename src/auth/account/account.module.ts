import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { UserAdministrationModule } from '../../users/administration/user-administration.module.js';
import { UsersModule } from '../../users/users.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { RateLimitsModule } from '../limits/rate-limits.module.js';
import { PasswordProofModule } from '../password-proof/password-proof.module.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import { SignInMethodsModule } from '../sign-in-methods/sign-in-methods.module.js';
import {
  LoginSessionFieldsResolver,
  LoginSessionsResolver,
} from './graphql/login-sessions.resolver.js';
import { ViewerResolver } from './graphql/viewer.resolver.js';
import { OwnAccountService } from './own-account.service.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { AuthController } from './rest/auth.controller.js';

/** Lets users manage their own account and sessions. */
@Module({
  imports: [
    AuditModule,
    IdentityModule,
    LoginSessionsModule,
    PasswordProofModule,
    RateLimitsModule,
    SignInMethodsModule,
    UserAdministrationModule,
    UsersModule,
  ],
  controllers: [AuthController],
  providers: [
    OwnAccountService,
    OwnSessionsService,
    LoginSessionFieldsResolver,
    LoginSessionsResolver,
    ViewerResolver,
  ],
})
export class AccountModule {}
