import { z } from 'zod';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { CUSTOM_PROVIDER_TYPE } from '../custom-model-providers.service.js';

/** Parameters of the list of custom model providers. */
export const listCustomModelProvidersQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe(`Page size. Defaults to ${DEFAULT_PAGE_SIZE}.`),
});

export type ListCustomModelProvidersQuery = z.output<typeof listCustomModelProvidersQuery>;

/**
 * Reads the requested page, newest provider first.
 * @throws UnprocessableError if the cursor is not the ID of a custom model provider.
 */
export function toProviderPage({
  cursor,
  limit = DEFAULT_PAGE_SIZE,
}: ListCustomModelProvidersQuery) {
  return { from: parseCursor(cursor, CUSTOM_PROVIDER_TYPE), limit };
}
