import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApiKeyAuthenticationService } from './api-key-authentication.service.js';
import {
  ApiKeyFieldsResolver,
  UserApiKeyFieldsResolver,
} from './graphql/api-key-fields.resolver.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { KeyCountLoader, KeysOfUserLoader } from './graphql/api-keys.loader.js';
import { ApiKeysQueries } from './api-keys.queries.js';
import { ApiKeysResolver } from './graphql/api-keys.resolver.js';
import { ApiKeysService } from './api-keys.service.js';
import { ApiKeysController } from './rest/api-keys.controller.js';
import { UserKeysResolver } from './graphql/user-keys.resolver.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity]), AuditModule, ProjectsModule, UsersModule],
  controllers: [ApiKeysController],
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
