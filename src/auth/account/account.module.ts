import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { UsersModule } from '../../users/users.module.js';
import { LoginLockModule } from '../lock/login-lock.module.js';
import { LoginSessionsLoader } from '../sessions/login-sessions.loader.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import {
  LoginSessionFieldsResolver,
  LoginSessionsResolver,
} from '../sessions/login-sessions.resolver.js';
import { SessionEndingService } from '../sessions/session-ending.service.js';
import { OwnAccountService } from './own-account.service.js';
import { ViewerResolver } from './viewer.resolver.js';

/** What people do with their own account and sessions. */
@Module({
  imports: [AuditModule, LoginLockModule, LoginSessionsModule, UsersModule],
  providers: [
    OwnAccountService,
    SessionEndingService,
    LoginSessionsLoader,
    LoginSessionFieldsResolver,
    LoginSessionsResolver,
    ViewerResolver,
  ],
})
export class AccountModule {}
