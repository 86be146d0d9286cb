import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { SecretEntity } from './secret.entity.js';
import { SecretsController } from './rest/secrets.controller.js';
import { SecretFaultsLoader, SecretsLoader } from './graphql/secrets.loader.js';
import { SecretsQueries } from './secrets.queries.js';
import { SecretsResolver } from './graphql/secrets.resolver.js';
import { SecretsService } from './secrets.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SecretEntity]), AuditModule, SealingModule, UsersModule],
  controllers: [SecretsController],
  providers: [SecretFaultsLoader, SecretsLoader, SecretsQueries, SecretsResolver, SecretsService],
  exports: [SecretsService],
})
export class SecretsModule {}
