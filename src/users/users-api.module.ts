import { Module } from '@nestjs/common';
import { UsersController } from './rest/users.controller.js';
import { UsersLoader } from './graphql/users.loader.js';
import { UsersModule } from './users.module.js';
import { UsersResolver } from './graphql/users.resolver.js';

/** Users over REST and GraphQL. */
@Module({
  imports: [UsersModule],
  controllers: [UsersController],
  providers: [UsersLoader, UsersResolver],
})
export class UsersApiModule {}
