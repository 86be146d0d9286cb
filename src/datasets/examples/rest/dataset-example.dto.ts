import { toGlobalId } from '../../../common/ids/global-id.js';
import { DATASET_EXAMPLE_TYPE } from '../graphql/dataset-example.type.js';
import type { ExamplePayload } from '../example-payload.js';

/** The span that an example was made from. */
export class ExampleSource {
  /** The sender's id. */
  span_id: string;

  /** Global id. */
  span_node_id: string;
}

/** An example of a dataset in the REST API. */
export class DatasetExampleItem {
  /** The stable id that its author gave it, else its global id. */
  id: string;

  /** Global id. */
  node_id: string;

  input: Record<string, unknown>;

  output: Record<string, unknown>;

  metadata: Record<string, unknown>;

  /** When the shown revision was written. */
  updated_at: string;

  /** Null unless it was made from a span that is still there. */
  source: ExampleSource | null;
}

/** What a dataset holds at a version. */
export class DatasetExamples {
  /** Global id. */
  dataset_id: string;

  /** Global id. */
  version_id: string;

  /** Names of the splits that were asked for; empty for all examples. */
  filtered_splits: string[];

  /** By node id. */
  examples: DatasetExampleItem[];
}

/** What a dataset holds at a version. */
export class DatasetExamplesAnswer {
  data: DatasetExamples;
}

/** The stable id of an example, else its global id. */
export function exampleIdOf({ id, externalId }: { id: number; externalId: string | null }): string {
  return externalId || toGlobalId(DATASET_EXAMPLE_TYPE, id);
}

/** A `DatasetExampleItem` as JSON; payloads keep their text, and with it every digit. */
export function toExampleJson(example: ExamplePayload): string {
  const { id, spanRowId, spanId, revisedAt, input, output, metadata } = example;
  const source = spanRowId !== null && {
    span_id: spanId,
    span_node_id: toGlobalId('Span', spanRowId),
  };
  return (
    `{"id":${JSON.stringify(exampleIdOf(example))}` +
    `,"node_id":"${toGlobalId(DATASET_EXAMPLE_TYPE, id)}"` +
    `,"input":${input},"output":${output},"metadata":${metadata}` +
    `,"updated_at":"${revisedAt}","source":${JSON.stringify(source || null)}}`
  );
}
