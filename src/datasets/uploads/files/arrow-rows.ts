import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import { UnprocessableError } from '../../../common/errors/errors.js';
import { type JsonObject } from '../../../common/json/json.js';
import { rowError } from '../columns/example-fields.js';
import { MAX_ARROW_BYTES, MAX_ROW_BYTES, MAX_ROWS } from '../limits.js';
import { type Meter, objectOf } from './arrow-values.js';

export interface ArrowRows {
  columns: string[];
  rows: Iterable<JsonObject>;
}

/**
 * The rows of an Arrow IPC stream. Its metadata is believed by the library that reads it, so what is
 * no such stream may take all memory or never end, so this runs only in a worker.
 * @throws UnprocessableError for a stream that stands for far more than it holds; anything else that
 *   is thrown says that it is none.
 */
export function arrowRows(bytes: Uint8Array): ArrowRows {
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  // The reader takes an empty stream for one without a schema.
  const schema = reader.schema as typeof reader.schema | undefined;
  if (!schema) throw new Error('it is empty');
  return {
    columns: schema.fields.map(({ name }) => name),
    rows: rowsOf(reader, new RowMeter(bytes.length)),
  };
}

function* rowsOf(batches: Iterable<RecordBatch>, meter: RowMeter): Generator<JsonObject> {
  for (const batch of batches) {
    meter.expect(batch.numRows);
    const columns = batch.schema.fields.map((_, column) => batch.getChildAt(column));
    for (let at = 0; at < batch.numRows; at += 1) {
      meter.begin();
      yield objectOf(batch.schema.fields, (column) => columns[column]?.get(at), meter);
    }
  }
}

/** Bounds what one row, and all of them, make of a file: rows and texts may be named many times. */
class RowMeter implements Meter {
  private expected = 0;
  private rows = 0;
  private rowCost = 0;
  private cost = 0;

  constructor(private readonly bytes: number) {}

  /** Takes note of the rows of a batch. The smallest values take a bit each. */
  expect(rows: number): void {
    this.expected += rows;
    if (this.expected > MAX_ROWS || this.expected > this.bytes * 8) throw tooMuch();
  }

  begin(): void {
    this.rows += 1;
    this.cost += this.rowCost;
    this.rowCost = 0;
    if (this.cost > MAX_ARROW_BYTES * 8) throw tooMuch();
  }

  count(cost: number): void {
    this.rowCost += cost;
    if (this.rowCost > MAX_ROW_BYTES) {
      throw rowError(`row ${this.rows}`, `larger than ${MAX_ROW_BYTES} bytes`);
    }
  }
}

function tooMuch(): UnprocessableError {
  return new UnprocessableError('The Arrow stream stands for more than it holds.');
}
