import { QueryList } from '../../../common/validation/query-params.js';
import { ListPageDto } from '../../rest/list-page.query.js';

/** Parameters of the list of runs that lack evaluations. */
export class ListIncompleteEvaluationsDto extends ListPageDto {
  /** Names of the evaluations that each run should have. */
  @QueryList()
  evaluation_name?: string[];
}
