import { ApiPropertyOptional } from '@nestjs/swagger';
import { QueryBoolean, QueryInt, QueryText } from '../../common/query-params.js';

export class ListProjectsDto {
  /** `next_cursor` of the page before; empty for the first page. */
  @QueryText()
  cursor?: string;

  /** Largest number of projects in the answer. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @QueryInt({ min: 1 })
  limit: number = 100;

  /** Also list the projects that hold the traces of experiments. */
  @ApiPropertyOptional()
  @QueryBoolean()
  include_experiment_projects: boolean = false;

  /** Also list the projects that hold the traces of dataset evaluators. */
  @ApiPropertyOptional()
  @QueryBoolean()
  include_dataset_evaluator_projects: boolean = false;

  /** Part of the name, in any case of any script; `%` and `_` are ordinary characters. */
  @QueryText()
  name_contains?: string;
}
