import { QueryInt, QueryText } from '../../common/validation/query-params.js';

/** Parameters of the list of users. */
export class ListUsersDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;
}
