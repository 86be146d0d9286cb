import { QueryBoolean } from '../../../common/validation/query-params.js';

/** Parameters of an upload. */
export class UploadDatasetQueryDto {
  /**
   * Whether to answer when the examples are stored; otherwise they are checked, kept, and stored
   * soon after.
   */
  @QueryBoolean()
  sync?: boolean;
}

/** Examples as lists that stand beside each other: the first of each list belong together. */
export class UploadDatasetDto {
  /** Name of the dataset. */
  name: string;

  /**
   * `create`: a dataset of this name must not be there. `update`: it holds these examples and no
   * others afterwards. `append`: others stay as they are. In any case of letters.
   */
  action?: 'create' | 'append' | 'update';

  /** Kept when the upload creates the dataset. */
  description?: string;

  inputs: Record<string, unknown>[];

  /** As many as there are inputs. */
  outputs?: Record<string, unknown>[];

  /** As many as there are inputs. */
  metadata?: Record<string, unknown>[];

  /** For each input the name of a split, a list of them, or null. */
  splits?: (string | (string | null)[] | null)[];

  /** For each input the OpenTelemetry id of the span it came from, or null. */
  span_ids?: (string | null)[];

  /** For each input its stable id, the global id of an example that is there, or null. */
  example_ids?: (string | null)[];
}
