import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DATASET_EXAMPLE_TYPE } from '../dataset-example.entity.js';
import { type ExamplePayload, getExampleId } from '../example-payloads.service.js';

/** The span that an example was created from. */
export class ExampleSource {
  /** OpenTelemetry span ID. */
  span_id: string;

  /** Global ID. */
  span_node_id: string;
}

/** An example of a dataset in the REST API. */
export class DatasetExampleItem {
  /** The author's ID if there is one, otherwise the global ID. */
  id: string;

  /** Global ID. */
  node_id: string;

  input: Record<string, unknown>;

  output: Record<string, unknown>;

  metadata: Record<string, unknown>;

  /** When this revision was written. */
  updated_at: string;

  /** Null unless it was created from a span that still exists. */
  source: ExampleSource | null;
}

/** The examples of a dataset at one version. */
export class DatasetExamples {
  /** Global ID. */
  dataset_id: string;

  /** Global ID. */
  version_id: string;

  /** Names of the requested splits; empty for all examples. */
  filtered_splits: string[];

  /** Sorted by node ID. */
  examples: DatasetExampleItem[];
}

/** The examples of a dataset at one version. */
export class DatasetExamplesAnswer {
  data: DatasetExamples;
}

/** Writes a `DatasetExampleItem` as JSON. Payloads keep their text, and therefore every digit. */
export function toExampleJson(example: ExamplePayload): string {
  const { id, spanRowId, spanId, revisedAt, input, output, metadata } = example;
  const source = spanRowId !== null && {
    span_id: spanId,
    span_node_id: toGlobalId('Span', spanRowId),
  };
  return (
    `{"id":${JSON.stringify(getExampleId(example))}` +
    `,"node_id":"${toGlobalId(DATASET_EXAMPLE_TYPE, id)}"` +
    `,"input":${input},"output":${output},"metadata":${metadata}` +
    `,"updated_at":"${revisedAt}","source":${JSON.stringify(source || null)}}`
  );
}
