import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SecondFactorModule } from '../auth/second-factor/second-factor.module.js';
import { SignInsModule } from '../auth/sign-ins/sign-ins.module.js';
import { ConfigModule } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { DatabaseModule } from '../database/database.module.js';
import { NodeRegistry } from '../kernel/graphql/node-registry.js';
import { ErasuresModule } from '../erasures/erasures.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { SpanWritingModule } from '../ingest/span-writing.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UserAdministrationModule } from '../administration/users/user-administration.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminCommandsService } from './commands/admin-commands.service.js';

/** Resolvers of imported features register here, although nothing asks them. */
@Global()
@Module({ providers: [NodeRegistry], exports: [NodeRegistry] })
class NodesModule {}

/** The parts of the server that the command line needs, without listeners and work in the background. */
@Module({})
export class AdminModule {
  static forRoot(env: Env & { databaseUrl: string }): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        ConfigModule.forRoot(env),
        DatabaseModule.forRoot(env),
        AuditModule,
        NodesModule,
        ProjectsModule,
        SpanWritingModule,
        ImportsModule,
        ExportsModule,
        ErasuresModule,
        SecondFactorModule,
        SignInsModule,
        UserAdministrationModule,
        UsersModule,
      ],
      providers: [AdminCommandsService],
    };
  }
}
