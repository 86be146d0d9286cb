import { Field, HideField, ID, InterfaceType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import type { ApiKeyRow } from '../api-keys.queries.js';

export const USER_API_KEY_TYPE = 'UserApiKey';
export const SYSTEM_API_KEY_TYPE = 'SystemApiKey';

export enum ApiKeyScope {
  FULL = 'full',
  READ = 'read',
  INGEST = 'ingest',
}

registerEnumType(ApiKeyScope, {
  name: 'ApiKeyScope',
  description: 'The permissions of a key.',
  valuesMap: {
    FULL: { description: 'Everything that its owner may do.' },
    READ: { description: 'Only reading.' },
    INGEST: { description: 'Only sending spans.' },
  },
});

@InterfaceType({
  description: 'A key for programs. The key itself is shown once, when it is created.',
  resolveType: ({ isSystem }: ApiKey) => (isSystem ? SYSTEM_API_KEY_TYPE : USER_API_KEY_TYPE),
})
export abstract class ApiKey {
  @HideField()
  isSystem: boolean;

  @HideField()
  ownerId: number;

  @HideField()
  projectRowId: number | null;

  @Field(() => ID)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => String, { description: 'The first characters of the key, to recognize it.' })
  prefix: string;

  @Field(() => ApiKeyScope)
  scope: ApiKeyScope;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { nullable: true })
  expiresAt: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Rounded to the minute.' })
  lastUsedAt: string | null;
}

@ObjectType({ implements: () => ApiKey, description: 'A key of the system user.' })
export class SystemApiKey extends ApiKey {}

@ObjectType({ implements: () => ApiKey, description: 'A key of a user.' })
export class UserApiKey extends ApiKey {}

@ObjectType()
export class CreateSystemApiKeyPayload {
  @Field(() => String, { description: 'The key. It is never shown again.' })
  jwt: string;

  @Field(() => SystemApiKey)
  apiKey: SystemApiKey;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class CreateUserApiKeyPayload {
  @Field(() => String, { description: 'The key. It is never shown again.' })
  jwt: string;

  @Field(() => UserApiKey)
  apiKey: UserApiKey;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteApiKeyPayload {
  @Field(() => ID)
  apiKeyId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toUserApiKey(row: ApiKeyRow): UserApiKey {
  return { ...common(row), isSystem: false, id: toGlobalId(USER_API_KEY_TYPE, row.id) };
}

export function toSystemApiKey(row: ApiKeyRow): SystemApiKey {
  return { ...common(row), isSystem: true, id: toGlobalId(SYSTEM_API_KEY_TYPE, row.id) };
}

function common(row: ApiKeyRow): Omit<ApiKey, 'id' | 'isSystem'> {
  const { name, description, prefix, createdAt, expiresAt, lastUsedAt } = row;
  return {
    ownerId: row.userId,
    projectRowId: row.projectId,
    name,
    description,
    prefix,
    scope: row.scope as ApiKeyScope,
    createdAt,
    expiresAt,
    lastUsedAt,
  };
}
