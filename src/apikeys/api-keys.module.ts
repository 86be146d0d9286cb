import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApiKeyAuthenticationService } from './api-key-authentication.service.js';
import { ApiKeyFieldsResolver, UserApiKeyFieldsResolver } from './api-key-fields.resolver.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { KeyCountLoader, KeysOfUserLoader } from './api-keys.loader.js';
import { ApiKeysQueries } from './api-keys.queries.js';
import { ApiKeysResolver } from './api-keys.resolver.js';
import { ApiKeysService } from './api-keys.service.js';
import { SystemApiKeysController } from './system-api-keys.controller.js';
import { UserApiKeysController } from './user-api-keys.controller.js';
import { UserKeysResolver } from './user-keys.resolver.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity]), AuditModule, ProjectsModule, UsersModule],
  controllers: [UserApiKeysController, SystemApiKeysController],
  providers: [
    ApiKeyAuthenticationService,
    ApiKeyFieldsResolver,
    ApiKeysQueries,
    ApiKeysResolver,
    ApiKeysService,
    KeyCountLoader,
    KeysOfUserLoader,
    UserApiKeyFieldsResolver,
    UserKeysResolver,
  ],
  exports: [ApiKeyAuthenticationService],
})
export class ApiKeysModule {}
