import { QueryList } from '../../../common/query-params.js';
import { ListPageDto } from '../../dto/list-page.dto.js';

/** Parameters of the list of runs that lack evaluations. */
export class ListIncompleteEvaluationsDto extends ListPageDto {
  /** Names of the evaluations that each run should have. */
  @QueryList()
  evaluation_name?: string[];
}
