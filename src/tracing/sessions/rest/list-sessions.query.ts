import { IsIn, IsOptional } from 'class-validator';
import { QueryInt, QueryText } from '../../../common/validation/query-params.js';
import { ORDERS } from '../../traces/rest/list-traces.query.js';

const SESSION_SORTS = ['start_time', 'end_time'] as const;

/** Parameters of the list of a project's sessions. */
export class ListProjectSessionsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;

  /** Direction of the order by id: `asc` unless given. */
  @IsOptional()
  @IsIn(ORDERS, { message: "Input should be 'asc' or 'desc'" })
  order?: (typeof ORDERS)[number];
}

/** Parameters of the list of sessions. */
export class ListSessionsDto {
  /** Only the sessions of the project with this global id or name. */
  @QueryText()
  project_identifier?: string;

  /** What to sort by: `start_time` unless given. */
  @IsOptional()
  @IsIn(SESSION_SORTS, { message: "Input should be 'start_time' or 'end_time'" })
  sort?: (typeof SESSION_SORTS)[number];

  /** Direction of the sort: `desc` unless given. */
  @IsOptional()
  @IsIn(ORDERS, { message: "Input should be 'asc' or 'desc'" })
  order?: (typeof ORDERS)[number];

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;

  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;
}

/** Parameters of reading one session. */
export class GetSessionDto {
  /** The project that the session must be of, by global id or name. */
  @QueryText()
  project_identifier?: string;
}
