import { QueryInt, QueryText } from '../../../common/validation/query-params.js';

/** Parameters of the list of spans that could not be stored. */
export class ListIngestionErrorsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1, max: 1000 })
  limit?: number;
}
