import { Field, ID, ObjectType } from '@nestjs/graphql';
import { ConnectionOf, EdgeOf } from '../../common/pagination/connection.js';
import { QueryRoot } from '../../common/graphql/query-root.type.js';
import { User } from './user.type.js';

@ObjectType()
export class UserEdge extends EdgeOf(User) {}

@ObjectType()
export class UserConnection extends ConnectionOf(UserEdge) {}

@ObjectType({ description: 'What a mutation of a user answers with.' })
export class UserMutationPayload {
  @Field(() => User)
  user: User;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteUsersPayload {
  @Field(() => [ID])
  userIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}
