import { MAX_PAGE_SIZE } from '../../../common/pagination/page.js';
import { QueryInt, QueryText } from '../../../common/validation/query-params.js';

/** Parameters of the list of spans that could not be stored. */
export class ListIngestionErrorsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page; 100 by default. */
  @QueryInt({ min: 1, max: MAX_PAGE_SIZE })
  limit?: number;
}
