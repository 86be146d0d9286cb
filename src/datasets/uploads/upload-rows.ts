import { findRowId } from '../../kernel/ids/global-id.js';
import { stringifyJson } from '../../kernel/json/json.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { hashContent } from '../merging/content-hash.js';
import { type EncodedRows, encodeRows } from '../merging/encode-rows.js';
import { checkExampleId, checkName, type ExampleRow } from '../merging/example-row.js';
import type { RowUnit } from '../merging/staged-rows.js';
import type { ParsedExample } from './contents/parsed-upload.js';

/** Smaller uploads are read completely before they take a connection. */
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * The examples of an upload as numbered rows for the database, read once and lazily. The first rows
 * are read in advance, so that no connection waits for a sender who is slow or sends invalid data.
 */
export class UploadRows implements AsyncIterable<EncodedRows> {
  /** The unit that row numbers count; known after the first row. */
  place: RowUnit = 'example';
  /** Whether all rows have been read ahead. */
  isWhole = false;
  private readonly head: EncodedRows[] = [];
  private readonly rest: AsyncGenerator<EncodedRows, void, undefined>;

  private constructor(examples: AsyncIterable<ParsedExample>) {
    this.rest = encodeRows(this.toRows(examples));
  }

  /** @throws UnprocessableError that names the row if an id or a split cannot be stored. */
  static async open(examples: AsyncIterable<ParsedExample>): Promise<UploadRows> {
    const rows = new UploadRows(examples);
    await rows.readAhead();
    return rows;
  }

  /** @throws like `open`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<EncodedRows, void, undefined> {
    yield* this.head;
    yield* this.rest;
  }

  /** Releases the rows that have not been read yet. */
  async close(): Promise<void> {
    await this.rest.return();
  }

  private async readAhead(): Promise<void> {
    for (let size = 0; size < READ_AHEAD_BYTES; size += this.head.at(-1)!.bytes.length) {
      const { value, done } = await this.rest.next();
      if (done) {
        this.isWhole = true;
        return;
      }
      this.head.push(value);
    }
  }

  private async *toRows(
    examples: AsyncIterable<ParsedExample>,
  ): AsyncGenerator<ExampleRow, void, undefined> {
    let count = 0;
    for await (const example of examples) {
      count++;
      if (example.line !== undefined) this.place = 'line';
      yield toRow(example, example.line ?? count, this.place);
    }
  }
}

function toRow(example: ParsedExample, rowNumber: number, place: RowUnit): ExampleRow {
  const { input, output, metadata, splits, spanId, exampleId } = example;
  const subject = `${place} ${rowNumber}`;
  if (exampleId !== null) checkExampleId(exampleId, `The example ID of ${subject}`);
  for (const split of splits) checkName(split, `A split of ${subject}`);
  return {
    rowNumber,
    input: stringifyJson(input),
    output: stringifyJson(output),
    metadata: stringifyJson(metadata),
    contentHash: hashContent(example),
    splits,
    traceId: null,
    // No stored span can have such an id, and unknown spans are ignored.
    spanId: spanId !== null && isStorable(spanId) ? spanId : null,
    exampleId,
    nodeId: exampleId === null ? null : findRowId(exampleId, DATASET_EXAMPLE_TYPE),
  };
}
