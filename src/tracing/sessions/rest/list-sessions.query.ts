import { z } from 'zod';
import { parseCursor } from '../../../common/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../common/pagination/page.js';
import { queryInt, queryText } from '../../../common/validation/query-fields.js';
import type { SessionListInput } from '../sessions.service.js';
import type { SessionSort } from '../sessions.sorts.js';

/** The values of `sort` and the names in `SESSION_SORTS` (../sessions.sorts.ts) they stand for. */
const SORT_PARAMETERS = {
  start_time: 'startTime',
  end_time: 'endTime',
} satisfies Record<string, SessionSort>;

const cursor = queryText().optional().describe('The `next_cursor` of the previous page.');

const limit = queryInt({ min: 1 })
  .optional()
  .describe('Size of the page; 100 by default, 1000 at most.');

/** Parameters of the list of a project's sessions. */
export const listProjectSessionsQuery = z.object({
  cursor,
  limit,
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('Direction of the order by id; `asc` by default.'),
});

/** Parameters of the list of sessions. */
export const listSessionsQuery = z.object({
  project_identifier: queryText()
    .optional()
    .describe('Global id or name of the project whose sessions to list; all projects by default.'),
  sort: z
    .enum(['start_time', 'end_time'] satisfies (keyof typeof SORT_PARAMETERS)[])
    .optional()
    .describe('What to sort by; `start_time` by default.'),
  order: z.enum(['asc', 'desc']).optional().describe('Direction of the sort; `desc` by default.'),
  limit,
  cursor,
});

/** Parameters of reading and deleting one session. */
export const getSessionQuery = z.object({
  project_identifier: queryText()
    .optional()
    .describe('Global id or name of the project that the session must belong to.'),
});

export type ListProjectSessionsQuery = z.output<typeof listProjectSessionsQuery>;
export type ListSessionsQuery = z.output<typeof listSessionsQuery>;
export type GetSessionQuery = z.output<typeof getSessionQuery>;

/**
 * The page of a list by time that the parameters ask for.
 * @throws UnprocessableError for a cursor that cannot be read.
 */
export function toSessionListInput(query: ListSessionsQuery): SessionListInput {
  const { sort = 'start_time', order = 'desc' } = query;
  return { ...toPageInput(query), order: { col: SORT_PARAMETERS[sort], dir: order } };
}

/**
 * The page of a list by id that the parameters ask for.
 * @throws UnprocessableError for a cursor that cannot be read.
 */
export function toProjectSessionListInput(query: ListProjectSessionsQuery): SessionListInput {
  return { ...toPageInput(query), order: { dir: query.order ?? 'asc' } };
}

function toPageInput(query: ListProjectSessionsQuery): SessionListInput {
  return {
    start: { from: parseCursor(query.cursor) },
    limit: Math.min(query.limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
  };
}
