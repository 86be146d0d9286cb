import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { SandboxesResolver, SandboxProvidersResolver } from './graphql/sandboxes.resolver.js';
import { SandboxesLoaders } from './graphql/sandboxes.loader.js';
import { SandboxConfigEntity } from './sandbox-config.entity.js';
import { SandboxConfigsService } from './sandbox-configs.service.js';
import { SandboxProviderEntity } from './sandbox-provider.entity.js';
import { SandboxesService } from './sandboxes.service.js';

/** Where code of users runs. */
@Module({
  imports: [TypeOrmModule.forFeature([SandboxConfigEntity, SandboxProviderEntity]), UsersModule],
  providers: [
    SandboxConfigsService,
    SandboxesService,
    SandboxesLoaders,
    SandboxesResolver,
    SandboxProvidersResolver,
  ],
  exports: [SandboxConfigsService, SandboxesService],
})
export class SandboxModule {}
