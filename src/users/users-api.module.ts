import { Module } from '@nestjs/common';
import { OwnUserController } from './rest/own-user.controller.js';
import { UserFieldsResolver } from './graphql/user-fields.resolver.js';
import { UsersController } from './rest/users.controller.js';
import { UsersLoader } from './graphql/users.loader.js';
import { UsersModule } from './users.module.js';
import { UsersResolver } from './graphql/users.resolver.js';

/** What people who are signed in reach of the users, over REST and GraphQL. */
@Module({
  imports: [UsersModule],
  controllers: [OwnUserController, UsersController],
  providers: [UsersLoader, UsersResolver, UserFieldsResolver],
})
export class UsersApiModule {}
