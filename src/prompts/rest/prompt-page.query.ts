import { QueryInt, QueryText } from '../../common/validation/query-params.js';

/** Parameters of the lists of prompts, of versions and of tags. */
export class PromptPageDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;
}
