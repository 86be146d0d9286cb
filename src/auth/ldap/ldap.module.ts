import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { UsersModule } from '../../users/users.module.js';
import { LoginLockModule } from '../lock/login-lock.module.js';
import { SignInsModule } from '../sign-ins/sign-ins.module.js';
import { LdapDirectoryService } from './ldap-directory.service.js';
import { LdapLoginService } from './ldap-login.service.js';
import { LdapUsersService } from './ldap-users.service.js';
import { LdapController } from './ldap.controller.js';

/**
 * Sign-in with a directory. `LdapDirectoryService` is null when none is configured, or while
 * authentication is off.
 */
@Module({
  imports: [AuditModule, LoginLockModule, SignInsModule, UsersModule],
  controllers: [LdapController],
  providers: [
    {
      provide: LdapDirectoryService,
      inject: [ENV],
      useFactory: ({ ldap }: Env) => ldap && new LdapDirectoryService(ldap),
    },
    LdapLoginService,
    LdapUsersService,
  ],
  exports: [LdapDirectoryService],
})
export class LdapModule {}
