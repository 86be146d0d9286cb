import { Module } from '@nestjs/common';
import { UsersResolver } from './administration/graphql/users.resolver.js';
import { UsersController } from './administration/rest/users.controller.js';
import { UserAdministrationModule } from './administration/user-administration.module.js';
import { UsersModule } from './users.module.js';

/** Everything that the REST and GraphQL APIs offer for users. */
@Module({
  imports: [UsersModule, UserAdministrationModule],
  controllers: [UsersController],
  providers: [UsersResolver],
})
export class UsersApiModule {}
