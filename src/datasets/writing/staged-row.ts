import { UnprocessableError } from '../../common/errors/errors.js';
import { rowIdOf } from '../../common/ids/global-id.js';
import { stringifyJson } from '../../common/json/json.js';
import { isStorable } from '../../common/validation/storable.js';
import { MAX_NAME_BYTES } from '../dataset-name.js';
import { contentHash } from './content-hash.js';
import type { UploadedExample } from './dataset-upload.js';

/** Longest stable id of an example, in bytes of UTF-8: an index holds it. */
const MAX_ID_BYTES = 2_000;

/** Type name inside the global id of an example. */
const EXAMPLE_TYPE = 'DatasetExample';

/** An example as the database takes it, payloads as JSON text. */
export interface StagedRow {
  /** Ascends; the line of a file where there is one. */
  rowNumber: number;
  input: string;
  output: string;
  metadata: string;
  contentHash: Buffer;
  splits: readonly string[];
  /** Only when the very span is known, not just its id. */
  traceId: string | null;
  spanId: string | null;
  exampleId: string | null;
  /** The row that `exampleId` names, when it is the global id of an example. */
  nodeId: number | null;
}

/** What the numbers of rows count; `row` where that is no longer known. */
export type Place = 'line' | 'example' | 'row';

/** The examples of an upload as rows with numbers, read once and lazily. */
export class StagedRows implements AsyncIterable<StagedRow> {
  /** Known from the first row on. */
  place: Place = 'example';

  constructor(private readonly examples: AsyncIterable<UploadedExample>) {}

  /** @throws UnprocessableError naming the row when an id or a split cannot be stored. */
  async *[Symbol.asyncIterator](): AsyncGenerator<StagedRow, void, undefined> {
    let count = 0;
    for await (const example of this.examples) {
      count++;
      if (example.line !== undefined) this.place = 'line';
      yield toStagedRow(example, example.line ?? count, this.place);
    }
  }
}

function toStagedRow(example: UploadedExample, rowNumber: number, place: Place): StagedRow {
  const { input, output, metadata, splits, spanId, exampleId } = example;
  const where = `${place} ${rowNumber}`;
  if (exampleId !== null) assertId(exampleId, `The example id of ${where}`);
  for (const split of splits) assertName(split, `A split of ${where}`);
  return {
    rowNumber,
    input: stringifyJson(input),
    output: stringifyJson(output),
    metadata: stringifyJson(metadata),
    contentHash: contentHash(example),
    splits,
    traceId: null,
    // No span has such an id, and a span that is not known is left out.
    spanId: spanId !== null && isStorable(spanId) ? spanId : null,
    exampleId,
    nodeId: exampleId === null ? null : rowIdOf(exampleId, EXAMPLE_TYPE),
  };
}

/**
 * A stable id, or the global id of an example.
 * @param what begins the sentence of the refusal.
 * @throws UnprocessableError when it cannot be stored or looked up by an index.
 */
export function assertId(text: string, what: string): void {
  assertKey(text, what, MAX_ID_BYTES);
}

/** The same for the names of datasets and splits. */
export function assertName(text: string, what: string): void {
  assertKey(text, what, MAX_NAME_BYTES);
}

function assertKey(text: string, what: string, maxBytes: number): void {
  if (!isStorable(text)) {
    throw new UnprocessableError(`${what} holds a character that cannot be stored`);
  }
  if (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes) {
    throw new UnprocessableError(`${what} is longer than ${maxBytes} bytes`);
  }
}
