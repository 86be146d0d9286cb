import { QueryInt, QueryText } from '../../common/validation/query-params.js';

/** Parameters of the lists of an experiment and of the experiments of a dataset. */
export class ListPageDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 50 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;
}
