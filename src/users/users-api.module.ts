import { Module } from '@nestjs/common';
import { UsersResolver } from './administration/graphql/users.resolver.js';
import { UsersController } from './administration/rest/users.controller.js';
import { UserGroupsResolver } from './groups/graphql/user-groups.resolver.js';
import { UserGroupsModule } from './groups/user-groups.module.js';
import { UserAdministrationModule } from './administration/user-administration.module.js';
import { UsersModule } from './users.module.js';

/** The REST and GraphQL APIs of users. */
@Module({
  imports: [UsersModule, UserAdministrationModule, UserGroupsModule],
  controllers: [UsersController],
  providers: [UsersResolver, UserGroupsResolver],
})
export class UsersApiModule {}
