import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { SignInsModule } from '../auth/sign-ins/sign-ins.module.js';
import { UserAdministrationModule } from '../administration/users/user-administration.module.js';
import { UsersModule } from '../users/users.module.js';
import { ScimGroupsQueries } from './groups/scim-groups.queries.js';
import { ScimGroupsService } from './groups/scim-groups.service.js';
import { ScimDiscoveryController } from './rest/scim-discovery.controller.js';
import { ScimGroupsController } from './rest/scim-groups.controller.js';
import { ScimUsersController } from './rest/scim-users.controller.js';
import { ScimTokensResolver } from './tokens/graphql/scim-tokens.resolver.js';
import { ScimTokenEntity } from './tokens/scim-token.entity.js';
import { ScimTokensService } from './tokens/scim-tokens.service.js';
import { ScimUserEntity } from './users/scim-user.entity.js';
import { ScimUsersQueries } from './users/scim-users.queries.js';
import { ScimUsersService } from './users/scim-users.service.js';

/** SCIM 2.0 (RFC 7643, RFC 7644): provisioning of users and groups by an identity provider. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ScimTokenEntity, ScimUserEntity]),
    AuditModule,
    SignInsModule,
    UserAdministrationModule,
    UsersModule,
  ],
  controllers: [ScimUsersController, ScimGroupsController, ScimDiscoveryController],
  providers: [
    ScimGroupsQueries,
    ScimGroupsService,
    ScimTokensResolver,
    ScimTokensService,
    ScimUsersQueries,
    ScimUsersService,
  ],
})
export class ScimModule {}
