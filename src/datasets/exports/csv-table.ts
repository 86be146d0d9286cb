import { UnprocessableError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { parseJson } from '../../kernel/json/json.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { type ExamplePayload, getExampleId } from '../examples/example-payloads.service.js';
import { addFlattened, DataFrame, type FlatRow } from './data-frame.js';
import type { DatasetExport } from './dataset-exports.service.js';

/** Maximum that spreadsheets accept. Each column adds a comma to every row. */
const MAX_COLUMNS = 16_384;

/**
 * Writes a dataset as a table. Reads it twice, first for the columns, so that no row stays in
 * memory. The first pass yields empty pieces.
 * @throws UnprocessableError if there are too many columns.
 */
export async function* csvTable(dataset: DatasetExport): AsyncGenerator<string> {
  const frame = new DataFrame();
  let hasSplits = false;
  for await (const batch of dataset.read()) {
    for (const example of batch) {
      frame.add(rowOf(example));
      hasSplits ||= example.splits.length > 0;
    }
    if (frame.width > MAX_COLUMNS) {
      throw new UnprocessableError(
        `The examples have more than ${MAX_COLUMNS} different fields; download them as JSON Lines.`,
      );
    }
    yield '';
  }
  if (!hasSplits) frame.remove('splits');
  yield frame.header();
  for await (const batch of dataset.read()) {
    yield batch.map((example) => frame.line(rowOf(example))).join('');
  }
}

function rowOf(example: ExamplePayload): FlatRow {
  const row: FlatRow = new Map();
  row.set('id', getExampleId(example));
  row.set('node_id', toGlobalId(DATASET_EXAMPLE_TYPE, example.id));
  for (const field of ['input', 'output', 'metadata'] as const) {
    addFlattened(row, field, parseJson(example[field]));
  }
  addFlattened(row, 'splits', example.splits);
  return row;
}
