import { QueryBoolean, QueryInt, QueryText } from '../../common/validation/query-params.js';

/** Parameters of the list of projects. */
export class ListProjectsDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1 })
  limit?: number;

  /** Whether to list the projects that hold the traces of experiments. */
  @QueryBoolean()
  include_experiment_projects?: boolean;

  /** Whether to list the projects that hold the traces of dataset evaluators. */
  @QueryBoolean()
  include_dataset_evaluator_projects?: boolean;

  /** Part of the name, in any case of any script; `%` and `_` are ordinary characters. */
  @QueryText()
  name_contains?: string;
}
