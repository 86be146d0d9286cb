import { isJsonObject, type JsonValue } from '../../../common/json/json.js';
import { pythonText } from '../../../common/text/python-text.js';
import type { UploadedExample } from '../../writing/dataset-upload.js';
import type { FileRow } from '../files/file-row.js';
import { type Bucket, BUCKETS, type ColumnKeys } from '../form/column-keys.js';
import {
  areDotted,
  type BucketReader,
  dottedReader,
  flatteningReader,
  plainReader,
} from './bucket-reader.js';
import { parsedOrText, rowError, splitNames, storedObject } from './example-fields.js';
import { FlattenPlan } from './flatten-plan.js';

/** Makes examples of the rows of one file. Rows are shown to it in order, each once. */
export class ExampleReader {
  private readonly readers: Record<Bucket, BucketReader>;

  /** @param isText whether the file holds nothing but text, as CSV does. */
  constructor(
    private readonly keys: ColumnKeys,
    isText: boolean,
  ) {
    const { buckets, flattened } = keys;
    const isDotted = isText && flattened.size === 0 && areDotted(Object.values(buckets).flat());
    const readerOf = (bucket: Bucket): BucketReader => {
      const named = buckets[bucket];
      if (isDotted) return dottedReader(bucket, named);
      if (!named.some((key) => flattened.has(key))) return plainReader(named);
      return flatteningReader(named, new FlattenPlan(bucket, named, flattened, isText));
    };
    this.readers = {
      input: readerOf(BUCKETS[0]),
      output: readerOf(BUCKETS[1]),
      metadata: readerOf(BUCKETS[2]),
    };
  }

  /** @throws UnprocessableError that names the place of the row. */
  read(row: FileRow): UploadedExample {
    const { place, line } = row;
    return {
      input: storedObject(place, this.readers.input(row)),
      output: storedObject(place, this.readers.output(row)),
      metadata: storedObject(place, this.readers.metadata(row)),
      splits: splitNames(this.splitsOf(row)),
      spanId: this.idIn(row, this.keys.spanId)?.trim() ?? null,
      exampleId: this.idIn(row, this.keys.exampleId),
      ...(line !== undefined && { line }),
    };
  }

  private idIn(row: FileRow, column: string | null): string | null {
    const value = column === null ? undefined : row.valueOf(column);
    if (value === undefined || value === null) return null;
    // Refused when it is too deep to be written.
    storedObject(row.place, { [column!]: value });
    const text = pythonText(value);
    return isNothing(text) ? null : text;
  }

  private splitsOf(row: FileRow): string[] {
    const { split, splits } = this.keys;
    if (split !== null) return namesIn(row, split, row.valueOf(split));
    return splits.map((column) => {
      const value = row.valueOf(column) ?? null;
      return value === null ? '' : pythonText(value);
    });
  }
}

/** Tables write a missing id as an empty cell, or as the number that is none. */
function isNothing(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.toLowerCase() === 'nan';
}

function namesIn(row: FileRow, column: string, value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  const parsed = parsedOrText(row.place, value);
  // A name in braces is a name.
  const names = typeof value === 'string' && !Array.isArray(parsed) ? value : parsed;
  if (!Array.isArray(names)) {
    if (isJsonObject(names)) throw notNames(row, column);
    return [typeof names === 'string' ? names : pythonText(names)];
  }
  const given = names.filter((name) => name !== null);
  if (given.every((name) => typeof name === 'string')) return given;
  throw notNames(row, column);
}

function notNames(row: FileRow, column: string): Error {
  return rowError(
    row.place,
    `column ${JSON.stringify(column)} must hold a name of a split or a list of names`,
  );
}
