import { z } from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { parseConfigCursor } from '../annotation-config.ids.js';

/** Parameters of both lists of annotation configs. */
export const listConfigsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: 10_000 })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 100.'),
});

export type ListConfigsQuery = z.output<typeof listConfigsQuery>;

/** Maximum page size, even if the request asks for more. */
const MAX_LIMIT = 10_000;

/**
 * Reads the requested page, newest config first.
 * @throws BadRequestError if the cursor is not the ID of a config.
 */
export function toConfigRange({ cursor, limit = DEFAULT_PAGE_SIZE }: ListConfigsQuery) {
  return { from: parseConfigCursor(cursor), limit: Math.min(limit, MAX_LIMIT) };
}
