import { z } from 'zod';
import { parseCursor } from '../../kernel/ids/global-id.js';
import { DEFAULT_PAGE_SIZE } from '../../kernel/pagination/page.js';
import { queryBoolean, queryInt, queryText } from '../../kernel/validation/query-fields.js';

/** Maximum page size, even if the request asks for more. */
const MAX_LIMIT = 10_000;

/** Parameters of the list of projects. */
export const listProjectsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: MAX_LIMIT })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 100.'),
  include_experiment_projects: queryBoolean()
    .optional()
    .describe('Whether to include the projects with the traces of experiments.'),
  include_dataset_evaluator_projects: queryBoolean()
    .optional()
    .describe('Whether to include the projects with the traces of dataset evaluators.'),
  name_contains: queryText()
    .optional()
    .describe('Part of the name, ignoring case. `%` and `_` have no special meaning.'),
});

export type ListProjectsQuery = z.output<typeof listProjectsQuery>;

/**
 * Reads the requested page, newest project first.
 * @throws UnprocessableError if the cursor cannot be read.
 */
export function toProjectPage({ cursor, limit = DEFAULT_PAGE_SIZE }: ListProjectsQuery) {
  return {
    order: { dir: 'desc' },
    from: parseCursor(cursor),
    limit: Math.min(limit, MAX_LIMIT),
  } as const;
}
