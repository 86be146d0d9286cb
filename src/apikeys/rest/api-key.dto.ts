import { ApiProperty } from '@nestjs/swagger';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { ApiKeyRow } from '../api-keys.queries.js';
import type { CreatedApiKey } from '../api-keys.service.js';

/** The only project that a key can use. */
export class ApiKeyProjectItem {
  /** Global ID. */
  id: string;

  name: string;
}

/** An API key in the REST API, without the key itself. Fields without a value are left out. */
export class ApiKeyItem {
  /** Global ID. */
  id: string;

  name: string;

  description?: string;

  created_at: string;

  expires_at?: string;

  /** The first characters of the key, to recognize it. */
  prefix: string;

  /** Permissions of the key: everything its owner may do, only reading, or only sending spans. */
  @ApiProperty({ enum: ['full', 'read', 'ingest'] })
  scope: 'full' | 'read' | 'ingest';

  project?: ApiKeyProjectItem;

  /** Rounded to the minute. */
  last_used_at?: string;
}

/** The owner of a key. */
export class ApiKeyUserItem {
  /** Global ID. */
  id: string;

  username: string;

  email: string | null;
}

export class UserApiKeyItem extends ApiKeyItem {
  user: ApiKeyUserItem;
}

export class CreatedApiKeyItem extends ApiKeyItem {
  /** The key. It is never shown again. */
  key: string;
}

export class ApiKeyList {
  data: ApiKeyItem[];
}

export class CreatedApiKeyAnswer {
  data: CreatedApiKeyItem;
}

/** A page of all users' keys. */
export class UserApiKeyItemPage {
  data: UserApiKeyItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

type KeyType = 'UserApiKey' | 'SystemApiKey';

export function toApiKeyItem(row: ApiKeyRow, type: KeyType): ApiKeyItem {
  const { projectId, projectName } = row;
  return {
    id: toGlobalId(type, row.id),
    name: row.name,
    ...(row.description ? { description: row.description } : {}),
    created_at: row.createdAt,
    ...(row.expiresAt ? { expires_at: row.expiresAt } : {}),
    prefix: row.prefix,
    scope: row.scope,
    ...(projectId !== null && projectName !== null
      ? { project: { id: toGlobalId('Project', projectId), name: projectName } }
      : {}),
    ...(row.lastUsedAt ? { last_used_at: row.lastUsedAt } : {}),
  };
}

export function toUserApiKeyItem(row: ApiKeyRow): UserApiKeyItem {
  const { userId, username, email } = row;
  const user = { id: toGlobalId('User', userId), username, email };
  return Object.assign(toApiKeyItem(row, 'UserApiKey'), { user });
}

export function toCreatedApiKeyItem(created: CreatedApiKey, type: KeyType): CreatedApiKeyItem {
  return Object.assign(toApiKeyItem(created.row, type), { key: created.key });
}
