import { Field, ID, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { ScimTokenEntity } from '../scim-token.entity.js';

@ObjectType({ description: 'The credential of a service that provisions users and groups.' })
export class ScimToken {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'The first characters of the token.' })
  prefix: string;

  @Field(() => DateTimeScalar)
  createdAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'To the minute.' })
  lastUsedAt: Date | null;
}

@ObjectType()
export class CreateScimTokenPayload {
  @Field(() => String, { description: 'The token itself. Shown only once.' })
  token: string;

  @Field(() => ScimToken)
  scimToken: ScimToken;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteScimTokenPayload {
  @Field(() => ID)
  scimTokenId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toScimToken(row: ScimTokenEntity): ScimToken {
  const { id, name, prefix, createdAt, lastUsedAt } = row;
  return { id: toGlobalId('ScimToken', id), name, prefix, createdAt, lastUsedAt };
}
