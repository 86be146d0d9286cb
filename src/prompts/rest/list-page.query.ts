import { z } from 'zod';
import { queryInt, queryText } from '../../kernel/validation/query-fields.js';

/** Parameters of the lists of prompts, versions and tags. */
export const listPageQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: 10_000 })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 100.'),
});
