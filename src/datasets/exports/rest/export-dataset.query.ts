import { QueryText } from '../../../common/validation/query-params.js';

/** Parameters of downloading a dataset. */
export class ExportDatasetDto {
  /** Global id of the version to read; the newest unless given. */
  @QueryText()
  version_id?: string;
}
