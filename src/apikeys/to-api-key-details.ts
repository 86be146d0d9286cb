import type { ApiKeyDetails } from './api-keys.service.js';
import type { ApiKeyDetailsDto } from './rest/create-api-key.body.js';

export function toApiKeyDetails(data: ApiKeyDetailsDto): ApiKeyDetails {
  const { name, description, expires_at, scope, project_id } = data;
  return {
    name,
    description,
    expiresAt: expires_at,
    scope: scope ?? 'full',
    project: project_id,
  };
}
