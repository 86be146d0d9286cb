import { QueryInt, QueryText } from '../../common/validation/query-params.js';

/** Parameters of the list of datasets. */
export class ListDatasetsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Exact name, with case. */
  @QueryText()
  name?: string;

  /** Size of the page: 10 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;
}
