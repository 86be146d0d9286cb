import { z } from 'zod';
import { queryInt, queryText } from '../../common/validation/query-fields.js';

/** Parameters of the list of all users' keys. */
export const listApiKeysQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: 1000 }).optional().describe('Size of the page. 100 unless given.'),
});
