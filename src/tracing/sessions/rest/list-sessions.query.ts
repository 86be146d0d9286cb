import { IsIn, IsOptional } from 'class-validator';
import { parseCursor } from '../../../common/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../common/pagination/page.js';
import { QueryInt, QueryText } from '../../../common/validation/query-params.js';
import type { SessionListInput } from '../sessions.service.js';
import type { SessionSort } from '../sessions.sorts.js';

/** The values of `sort` and the names in `SESSION_SORTS` (../sessions.sorts.ts) they stand for. */
const SORT_PARAMETERS = {
  start_time: 'startTime',
  end_time: 'endTime',
} satisfies Record<string, SessionSort>;

const ORDERS = ['asc', 'desc'] as const;

/** Parameters of the list of a project's sessions. */
export class ListProjectSessionsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page; 100 by default, 1000 at most. */
  @QueryInt({ min: 1 })
  limit?: number;

  /** Direction of the order by id; `asc` by default. */
  @IsOptional()
  @IsIn(ORDERS, { message: "Input should be 'asc' or 'desc'" })
  order?: (typeof ORDERS)[number];
}

/** Parameters of the list of sessions. */
export class ListSessionsDto {
  /** Global id or name of the project whose sessions to list; all projects by default. */
  @QueryText()
  project_identifier?: string;

  /** What to sort by; `start_time` by default. */
  @IsOptional()
  @IsIn(Object.keys(SORT_PARAMETERS), { message: "Input should be 'start_time' or 'end_time'" })
  sort?: keyof typeof SORT_PARAMETERS;

  /** Direction of the sort; `desc` by default. */
  @IsOptional()
  @IsIn(ORDERS, { message: "Input should be 'asc' or 'desc'" })
  order?: (typeof ORDERS)[number];

  /** Size of the page; 100 by default, 1000 at most. */
  @QueryInt({ min: 1 })
  limit?: number;

  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;
}

/** Parameters of reading and deleting one session. */
export class GetSessionDto {
  /** Global id or name of the project that the session must belong to. */
  @QueryText()
  project_identifier?: string;
}

/**
 * The page of a list by time that the parameters ask for.
 * @throws UnprocessableError for a cursor that cannot be read.
 */
export function toSessionListInput(query: ListSessionsDto): SessionListInput {
  const { sort = 'start_time', order = 'desc' } = query;
  return { ...toPageInput(query), order: { col: SORT_PARAMETERS[sort], dir: order } };
}

/**
 * The page of a list by id that the parameters ask for.
 * @throws UnprocessableError for a cursor that cannot be read.
 */
export function toProjectSessionListInput(query: ListProjectSessionsDto): SessionListInput {
  return { ...toPageInput(query), order: { dir: query.order ?? 'asc' } };
}

function toPageInput({ cursor, limit }: ListProjectSessionsDto): SessionListInput {
  return {
    start: { from: parseCursor(cursor) },
    limit: Math.min(limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
  };
}
