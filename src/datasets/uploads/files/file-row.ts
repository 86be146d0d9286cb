import type { JsonValue } from '../../../common/json/json.js';

/** One row of a file. */
export interface FileRow {
  /** For messages: `line 12`. */
  place: string;
  line: number | undefined;
  /** Undefined when the row has nothing there. */
  valueOf(column: string): JsonValue | undefined;
}

/** Called once with the columns of the file, where a file has columns. */
export type CheckColumns = (columns: readonly string[]) => void;
