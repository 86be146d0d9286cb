import { z } from 'zod';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { readRowCondition } from '../../conditions/row-condition.js';
import { SESSION_REST_SORTS } from '../../fields/session.js';
import type { SessionListInput } from '../sessions.service.js';

const SORTS = Object.keys(SESSION_REST_SORTS) as (keyof typeof SESSION_REST_SORTS)[];

const cursor = queryText().optional().describe('The `next_cursor` of the previous page.');

const limit = queryInt({ min: 1, cap: MAX_PAGE_SIZE })
  .optional()
  .describe('Page size. Values above 1000 count as 1000. Defaults to 100.');

/** An empty one counts as absent. */
const projectIdentifier = queryText()
  .optional()
  .transform((identifier) => identifier || undefined);

/** Parameters of the list of a project's sessions. */
export const listProjectSessionsQuery = z.object({
  cursor,
  limit,
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('Direction of the sort by ID. Defaults to `asc`.'),
  filter: queryText()
    .optional()
    .describe(
      'A condition on sessions, such as `num_traces > 3`. Only sessions that meet it. An invalid condition is answered with 400.',
    ),
});

/** Parameters of the list of sessions. */
export const listSessionsQuery = z.object({
  project_identifier: projectIdentifier.describe(
    'Global ID or name of the project whose sessions to list. Defaults to all projects.',
  ),
  sort: z.enum(SORTS).optional().describe('The value to sort by. Defaults to `start_time`.'),
  order: z.enum(['asc', 'desc']).optional().describe('Direction of the sort. Defaults to `desc`.'),
  limit,
  cursor,
});

/** Parameters for reading and deleting one session. */
export const getSessionQuery = z.object({
  project_identifier: projectIdentifier.describe(
    'Global ID or name of the project that the session must belong to.',
  ),
});

export type ListProjectSessionsQuery = z.output<typeof listProjectSessionsQuery>;
export type ListSessionsQuery = z.output<typeof listSessionsQuery>;
export type GetSessionQuery = z.output<typeof getSessionQuery>;

/**
 * Reads the requested page of a list by time.
 * @throws UnprocessableError if the cursor cannot be read.
 */
export function toSessionListInput(query: ListSessionsQuery): SessionListInput {
  const { sort = 'start_time', order = 'desc' } = query;
  return { ...toPageInput(query), order: { col: SESSION_REST_SORTS[sort], dir: order } };
}

/**
 * Reads the requested page of a list by ID.
 * @throws UnprocessableError if the cursor cannot be read; FilterSyntaxError if the condition is
 * invalid.
 */
export function toProjectSessionListInput(query: ListProjectSessionsQuery): SessionListInput {
  return {
    ...toPageInput(query),
    order: { dir: query.order ?? 'asc' },
    filter: { condition: readRowCondition('session', query.filter) },
  };
}

function toPageInput(query: Pick<ListSessionsQuery, 'cursor' | 'limit'>): SessionListInput {
  return {
    start: { from: parseCursor(query.cursor) },
    limit: Math.min(query.limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
  };
}
