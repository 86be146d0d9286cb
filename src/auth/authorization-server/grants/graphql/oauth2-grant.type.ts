import { Field, HideField, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Node } from '../../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../../kernel/ids/global-id.js';
import type { GrantRow } from '../grants.queries.js';
import { GRANT_TYPE } from '../grants.service.js';

@ObjectType({
  description: "A user's permission for an application to act for them.",
  implements: () => Node,
})
export class OAuth2Grant implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  userId: number;

  @Field(() => String, { description: 'As the application calls itself.' })
  clientName: string;

  @Field(() => String, { description: 'Public identifier of the application.' })
  clientId: string;

  @Field(() => Boolean, {
    description: 'False if the application registered itself, so that its name may be wrong.',
  })
  isFirstParty: boolean;

  @Field(() => [String], {
    description:
      'Always empty: an application may do everything that its user may. Kept for published clients.',
  })
  scopes: string[];

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { description: 'When the user has to approve again.' })
  expiresAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Rounded to the minute.' })
  lastUsedAt: string | null;
}

@InputType()
export class RevokeOAuth2GrantInput {
  @Field(() => ID)
  id: string;
}

@ObjectType()
export class RevokeOAuth2GrantPayload {
  @Field(() => ID)
  grantId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toOAuth2Grant(row: GrantRow): OAuth2Grant {
  const { id, userId, clientName, clientId, isFirstParty, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id: toGlobalId(GRANT_TYPE, id),
    userId,
    clientName,
    clientId,
    isFirstParty,
    scopes: [],
    createdAt,
    expiresAt,
    lastUsedAt,
  };
}
