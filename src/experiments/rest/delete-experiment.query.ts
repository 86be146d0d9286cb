import { QueryBoolean } from '../../common/validation/query-params.js';

/** Parameters of deleting an experiment. */
export class DeleteExperimentDto {
  /** Whether the project with the traces of its runs goes with it: false unless given. */
  @QueryBoolean()
  delete_project?: boolean;
}
