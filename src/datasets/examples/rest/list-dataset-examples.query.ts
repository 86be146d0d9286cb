import { QueryList, QueryText } from '../../../common/validation/query-params.js';

/** Parameters of reading the examples of a dataset. */
export class ListExamplesDto {
  /** Global id of the version to read; the newest unless given. */
  @QueryText()
  version_id?: string;

  /** Names or global ids of splits; examples that are in any of them now. */
  @QueryList()
  split?: string[];
}
