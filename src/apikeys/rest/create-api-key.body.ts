import { z } from 'zod';
import { laxTime, storableText, trimmedText } from '../../kernel/validation/json-fields.js';
import { MAX_DESCRIPTION, MAX_NAME } from '../api-key.rules.js';
import type { ApiKeyDetails } from '../api-keys.service.js';

const apiKeyDetails = z
  .object({
    name: trimmedText()
      .min(1)
      .max(MAX_NAME)
      .describe('Name of the key. Surrounding white space is removed.'),
    description: storableText().max(MAX_DESCRIPTION).nullish(),
    expires_at: laxTime()
      .nullish()
      .describe('In the future; UTC without an offset. Absent or null: the key never expires.'),
    scope: z
      .enum(['full', 'read', 'ingest'])
      .nullish()
      .describe(
        'Permissions of the key: everything its owner may do, only reading, or only sending spans.',
      ),
    project_id: storableText()
      .min(1)
      .nullish()
      .describe(
        'Global ID or name of the only project that the key can use. Absent or null: all projects.',
      ),
  })
  .meta({ id: 'ApiKeyDetailsDto' });

export const createApiKeyBody = z.object({ data: apiKeyDetails }).meta({ id: 'CreateApiKeyDto' });

export function toApiKeyDetails({ data }: z.output<typeof createApiKeyBody>): ApiKeyDetails {
  const { expires_at, scope, project_id, ...details } = data;
  return { ...details, expiresAt: expires_at, scope: scope ?? 'full', project: project_id };
}
