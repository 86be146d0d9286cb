import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { answerQuestions } from '../kernel/threads/answer-questions.js';
import { type Cell, COLUMNS } from './parquet-columns.js';

/** Rows to write; null if there are no more. */
export type ParquetQuestion = readonly Cell[][] | null;

/** The next bytes of the file. */
export type ParquetAnswer = Uint8Array;

/** A row group ends when it has so many rows or so much text. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 32 * 1024 * 1024;

const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  float: { type: 'DOUBLE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
} as const;

const SCHEMA = [
  { name: 'schema', num_children: COLUMNS.length },
  ...COLUMNS.map(({ name, type }) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...ELEMENTS[type],
  })),
];

/** Writes rows in row groups of limited size. */
class RowGroups {
  private readonly bytes = new TakenBytes();
  private readonly writer: ParquetWriter;
  private columns: Cell[][] = COLUMNS.map(() => []);
  private characters = 0;

  constructor() {
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: SCHEMA,
      createdBy: 'spandrel',
    });
  }

  /** Adds rows. Returns the next bytes of the file, if a row group is complete. */
  async add(rows: readonly Cell[][]): Promise<Uint8Array> {
    for (const row of rows) {
      for (const [at, cell] of row.entries()) {
        this.columns[at]!.push(cell);
        if (typeof cell === 'string') this.characters += cell.length;
      }
    }
    const isFull = this.columns[0]!.length >= GROUP_ROWS || this.characters >= GROUP_CHARACTERS;
    if (isFull) await this.writeGroup();
    return this.bytes.take();
  }

  /** Returns the last bytes of the file. */
  async end(): Promise<Uint8Array> {
    if (this.columns[0]!.length > 0) await this.writeGroup();
    await this.writer.finish();
    return this.bytes.take();
  }

  private async writeGroup(): Promise<void> {
    const columnData = COLUMNS.map(({ name }, at) => ({ name, data: this.columns[at]! }));
    this.columns = COLUMNS.map(() => []);
    this.characters = 0;
    await this.writer.write({ columnData, rowGroupSize: columnData[0]!.data.length });
  }
}

/** Keeps the bytes of a row group until they are taken. */
class TakenBytes extends ByteWriter {
  private readonly taken: Uint8Array[] = [];

  /** The writer of the format flushes after each row group, and counts what it has flushed. */
  flush(): void {
    if (this.index === 0) return;
    this.taken.push(this.getBytes().slice());
    this.index = 0;
  }

  take(): Uint8Array {
    this.flush();
    return Buffer.concat(this.taken.splice(0));
  }
}

const groups = new RowGroups();

answerQuestions((rows: ParquetQuestion): Promise<ParquetAnswer> =>
  rows ? groups.add(rows) : groups.end(),
);
