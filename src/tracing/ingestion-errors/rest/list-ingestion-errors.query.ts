import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../../../common/pagination/page.js';
import { queryInt, queryText } from '../../../common/validation/query-fields.js';

/** Parameters of the list of spans that could not be stored. */
export const listIngestionErrorsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe('Size of the page; 100 by default.'),
});

export type ListIngestionErrorsQuery = z.output<typeof listIngestionErrorsQuery>;
