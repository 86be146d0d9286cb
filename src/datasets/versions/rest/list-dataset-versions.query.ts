import { QueryInt, QueryText } from '../../../common/validation/query-params.js';

/** Parameters of the list of versions. */
export class ListVersionsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 10 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;
}
