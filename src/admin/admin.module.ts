import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LoginLockModule } from '../auth/lock/login-lock.module.js';
import { ConfigModule } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { DatabaseModule } from '../database/database.module.js';
import { UserAdministrationModule } from '../users/administration/user-administration.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminCommandsService } from './admin-commands.service.js';

/** The parts of the server that the command line needs, which exclude listeners and GraphQL. */
@Module({})
export class AdminModule {
  static forRoot(env: Env & { databaseUrl: string }): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        ConfigModule.forRoot(env),
        DatabaseModule.forRoot(env),
        AuditModule,
        LoginLockModule,
        UserAdministrationModule,
        UsersModule,
      ],
      providers: [AdminCommandsService],
    };
  }
}
