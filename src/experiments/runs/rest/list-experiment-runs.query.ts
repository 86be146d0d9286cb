import { QueryInt, QueryText } from '../../../common/validation/query-params.js';

/** Parameters of the list of runs. */
export class ListRunsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: all runs unless given. */
  @QueryInt({ min: 1 })
  limit?: number;
}
