import { UnprocessableError } from '../../kernel/errors/errors.js';
import { isStorable, MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

/**
 * Maximum bytes of UTF-8 in the id that an author chooses for an example, which an index must
 * store.
 */
const MAX_ID_BYTES = 2_000;

/** An example to store, with payloads as JSON text. */
export interface ExampleRow {
  /** Ascending; the line number if the rows come from a file. */
  rowNumber: number;
  input: string;
  output: string;
  metadata: string;
  contentHash: Buffer;
  splits: readonly string[];
  /** Set only if the exact span is known, not just its span ID. */
  traceId: string | null;
  spanId: string | null;
  /** The id that the author chose, or the global ID of an example. */
  exampleId: string | null;
  /** The row ID in `exampleId`, if that is the global ID of an example. */
  nodeId: number | null;
}

/**
 * Checks the id that an author chose, or the global ID of an example.
 * @param subject the beginning of the error message.
 * @throws UnprocessableError if PostgreSQL cannot store or index it.
 */
export function checkExampleId(id: string, subject: string): void {
  checkKey(id, subject, MAX_ID_BYTES);
}

/** Like `checkExampleId`, for names of datasets and splits. */
export function checkName(name: string, subject: string): void {
  checkKey(name, subject, MAX_NAME_BYTES);
}

function checkKey(text: string, subject: string, maxBytes: number): void {
  if (!isStorable(text)) {
    throw new UnprocessableError(`${subject} contains a character that cannot be stored.`);
  }
  if (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes) {
    throw new UnprocessableError(`${subject} is longer than ${maxBytes} bytes.`);
  }
}
