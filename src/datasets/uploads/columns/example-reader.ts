import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { pythonText } from '../../../kernel/text/python-text.js';
import type { ParsedExample } from '../contents/parsed-upload.js';
import {
  cleanObject,
  cleanSplitNames,
  type FileRow,
  parseIfJson,
  rowError,
} from '../contents/file-row.js';
import { type Bucket, BUCKETS, type ColumnKeys } from './column-keys.js';
import {
  areDotted,
  type BucketReader,
  FlattenPlan,
  readDotted,
  readFlattened,
  readPlain,
} from './bucket-reader.js';

/** Creates examples from the rows of one file. Read each row once, in order. */
export class ExampleReader {
  private readonly readers: Record<Bucket, BucketReader>;

  /** @param isText whether all values are text, as in CSV. */
  constructor(
    private readonly keys: ColumnKeys,
    isText: boolean,
  ) {
    const { buckets, flattened } = keys;
    const isDotted = isText && flattened.size === 0 && areDotted(Object.values(buckets).flat());
    const readerOf = (bucket: Bucket): BucketReader => {
      const named = buckets[bucket];
      if (isDotted) return readDotted(bucket, named);
      if (!named.some((key) => flattened.has(key))) return readPlain(named);
      return readFlattened(named, new FlattenPlan(bucket, named, flattened, isText));
    };
    this.readers = {
      input: readerOf(BUCKETS[0]),
      output: readerOf(BUCKETS[1]),
      metadata: readerOf(BUCKETS[2]),
    };
  }

  /** @throws UnprocessableError that says where the row is. */
  read(row: FileRow): ParsedExample {
    const { place, line } = row;
    return {
      input: cleanObject(place, this.readers.input(row)),
      output: cleanObject(place, this.readers.output(row)),
      metadata: cleanObject(place, this.readers.metadata(row)),
      splits: cleanSplitNames(this.readSplits(row)),
      spanId: this.readId(row, this.keys.spanId)?.trim() ?? null,
      exampleId: this.readId(row, this.keys.exampleId),
      ...(line !== undefined && { line }),
    };
  }

  private readId(row: FileRow, column: string | null): string | null {
    const value = column === null ? undefined : row.valueOf(column);
    if (value === undefined || value === null) return null;
    // Refuses values that are nested too deeply to be stored.
    cleanObject(row.place, { [column!]: value });
    const text = pythonText(value);
    return isMissing(text) ? null : text;
  }

  private readSplits(row: FileRow): string[] {
    const { split, splits } = this.keys;
    if (split !== null) return readNames(row, split, row.valueOf(split));
    return splits.map((column) => {
      const value = row.valueOf(column) ?? null;
      return value === null ? '' : pythonText(value);
    });
  }
}

/** Returns whether a cell stands for a missing id: it is empty or `nan`. */
function isMissing(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.toLowerCase() === 'nan';
}

function readNames(row: FileRow, column: string, value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  const parsed = parseIfJson(row.place, value);
  // A string that contains a JSON object is a name.
  const names = typeof value === 'string' && !Array.isArray(parsed) ? value : parsed;
  if (!Array.isArray(names)) {
    if (isJsonObject(names)) throw invalidNames(row, column);
    return [typeof names === 'string' ? names : pythonText(names)];
  }
  const given = names.filter((name) => name !== null);
  if (given.every((name) => typeof name === 'string')) return given;
  throw invalidNames(row, column);
}

function invalidNames(row: FileRow, column: string): Error {
  return rowError(
    row.place,
    `column ${JSON.stringify(column)} must contain the name of a split or a list of names`,
  );
}
