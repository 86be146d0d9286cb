import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { SealingModule } from '../../sealing/sealing.module.js';
import { UsersModule } from '../../users/users.module.js';
import { ModelProvidersModule } from '../model-providers.module.js';
import { CredentialTestResolver } from './graphql/credential-test.resolver.js';
import { CustomModelProviderEntity } from './custom-model-provider.entity.js';
import { CustomModelProvidersController } from './rest/custom-model-providers.controller.js';
import { CustomModelProvidersLoaders } from './graphql/custom-model-providers.loader.js';
import { CustomModelProvidersQueries } from './custom-model-providers.queries.js';
import { CustomModelProvidersResolver } from './graphql/custom-model-providers.resolver.js';
import { CustomModelProvidersService } from './custom-model-providers.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([CustomModelProviderEntity]),
    AuditModule,
    ModelProvidersModule,
    SealingModule,
    UsersModule,
  ],
  controllers: [CustomModelProvidersController],
  providers: [
    CredentialTestResolver,
    CustomModelProvidersLoaders,
    CustomModelProvidersQueries,
    CustomModelProvidersResolver,
    CustomModelProvidersService,
  ],
  exports: [CustomModelProvidersService],
})
export class CustomModelProvidersModule {}
