import type { JsonObject } from '../../common/json/json.js';

/** One example of an upload, cleaned and ready to be stored. */
export interface UploadedExample {
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
  /** Trimmed, without blanks. */
  splits: string[];
  /** OpenTelemetry span id. */
  spanId: string | null;
  /** Stable id, or the global id of a DatasetExample. */
  exampleId: string | null;
  /** The line of the file at which it begins; absent where there are no lines. */
  line?: number;
}

/** What happens to a dataset that is there, and to its examples that the upload does not name. */
export type UploadAction = 'create' | 'append' | 'update';

export interface DatasetUpload {
  name: string;
  action: UploadAction;
  /** Only for a dataset that the upload creates. */
  description: string | null;
  /** Whether splits were named at all: without, examples stay in those they are in. */
  areSplitsProvided: boolean;
  /** Read once and lazily; an error while reading ends the upload with nothing stored. */
  examples: AsyncIterable<UploadedExample>;
}

/** What an upload has changed. */
export interface UploadOutcome {
  datasetId: number;
  /** The version that it made or, when nothing has changed, the newest one. */
  versionId: number;
  createdCount: number;
  updatedCount: number;
  deletedCount: number;
}
