import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import type { AuthMethodName } from '../../../users/auth-methods.contract.js';
import { AuthMethod } from '../../../users/graphql/user.type.js';
import type { LoginSessionEntity } from '../../sessions/login-session.entity.js';

/** Type name in a session's global ID. */
export const LOGIN_SESSION_TYPE = 'LoginSession';

@ObjectType({ description: 'A sign-in session of a browser.' })
export class LoginSession {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => DateTimeScalar)
  createdAt: Date;

  @Field(() => DateTimeScalar, { description: 'When its tokens were last refreshed.' })
  lastUsedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When it ends, even if it is in use.' })
  expiresAt: Date;

  @Field(() => String, { nullable: true, description: 'Address from which the user signed in.' })
  address: string | null;

  @Field(() => String, { nullable: true })
  userAgent: string | null;

  @Field(() => AuthMethod)
  authMethod: AuthMethodName;

  @Field(() => String, { nullable: true, description: 'Name of the OpenID Connect provider.' })
  provider: string | null;
}

export function toLoginSession(row: LoginSessionEntity): LoginSession {
  const { id, createdAt, lastUsedAt, expiresAt, address, userAgent, authMethod, provider } = row;
  return {
    id: toGlobalId(LOGIN_SESSION_TYPE, id),
    rowId: id,
    createdAt,
    lastUsedAt,
    expiresAt,
    address,
    userAgent,
    authMethod,
    provider,
  };
}
