import { once } from 'node:events';
import { findRepeatedIds, type RepeatedId } from './match-rows.queries.js';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { COPY_HEADER, COPY_TRAILER, type EncodedRows, STAGED_COLUMNS } from './encode-rows.js';

const COPY = `COPY staged_rows (${STAGED_COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;

/** Enough memory to join a million rows without a temporary file. */
const WORK_MEMORY = '64MB';

/** The unit that row numbers count; `row` if the unit is no longer known. */
export type RowUnit = 'line' | 'example' | 'row';

/**
 * Rows in the database, ready to be merged into a dataset. The temporary table `row_keys` contains
 * them without their payloads, so that matching does not read those again.
 */
export class StagedRows {
  private constructor(
    /** The SQL to select the rows from, including payloads. */
    readonly table: string,
    readonly count: number,
    readonly place: RowUnit,
  ) {}

  /**
   * Copies rows into `staged_rows`, a table that is dropped with the transaction.
   * @param source knows what the row numbers refer to once the rows have been read.
   * @throws UnprocessableError if two rows have the same id.
   */
  static async copy(
    client: pg.ClientBase,
    pieces: AsyncIterable<EncodedRows>,
    source: { readonly place: RowUnit },
  ): Promise<StagedRows> {
    await createTable(client);
    const count = await copyRows(client, pieces);
    return new StagedRows('staged_rows', count, source.place).prepare(client);
  }

  /**
   * Takes the rows of an upload from the queue.
   * @throws UnprocessableError if two rows have the same id.
   */
  static async fromQueue(
    client: pg.ClientBase,
    uploadId: number,
    count: number,
  ): Promise<StagedRows> {
    // A row ID, never user input.
    const id = BigInt(uploadId);
    const table = `(SELECT *, NULL::text AS trace_id FROM dataset_upload_rows WHERE upload_id = ${id})`;
    return new StagedRows(table, count, 'row').prepare(client);
  }

  /** @throws UnprocessableError if there are repeated ids. */
  refuseRepeated(repeated: readonly RepeatedId[]): void {
    if (repeated.length === 0) return;
    const { place } = this;
    // Published clients compare the first words.
    const sentences = repeated.map(({ exampleId, rowNumbers: [first, second] }) => {
      return `Duplicate example_id in request: '${exampleId}' (${place} ${first} and ${place} ${second})`;
    });
    throw new UnprocessableError(sentences.join('; '));
  }

  private async prepare(client: pg.ClientBase): Promise<this> {
    await client.query(`SET LOCAL work_mem = '${WORK_MEMORY}'`);
    await client.query(
      `CREATE TEMP TABLE row_keys ON COMMIT DROP AS
       SELECT row_number, content_hash, splits, trace_id, span_id, example_id, node_id
       FROM ${this.table} AS rows`,
    );
    await client.query('ANALYZE row_keys (row_number, content_hash, example_id, node_id)');
    this.refuseRepeated(await findRepeatedIds(client));
    return this;
  }
}

async function createTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE staged_rows (
       row_number integer NOT NULL,
       input json NOT NULL,
       output json NOT NULL,
       metadata json NOT NULL,
       content_hash bytea NOT NULL,
       splits text[] NOT NULL,
       trace_id text COLLATE "C",
       span_id text COLLATE "C",
       example_id text COLLATE "C",
       node_id bigint
     ) ON COMMIT DROP`,
  );
  // They are read only once, when they move to a table that compresses them.
  await client.query(
    `ALTER TABLE staged_rows
       ALTER COLUMN input SET STORAGE EXTERNAL,
       ALTER COLUMN output SET STORAGE EXTERNAL,
       ALTER COLUMN metadata SET STORAGE EXTERNAL`,
  );
}

/** Returns the number of rows. */
async function copyRows(
  client: pg.ClientBase,
  pieces: AsyncIterable<EncodedRows>,
): Promise<number> {
  const stream = client.query(copyFrom(COPY));
  const done = finished(stream);
  // The statements below observe it too; this prevents an unhandled rejection.
  done.catch(() => undefined);
  let count = 0;
  try {
    stream.write(COPY_HEADER);
    for await (const piece of pieces) {
      count += piece.count;
      if (!stream.write(piece.bytes)) await Promise.race([once(stream, 'drain'), done]);
    }
    stream.end(COPY_TRAILER);
    await done;
  } catch (error) {
    await abandonCopy(stream);
    throw error;
  }
  return count;
}

/** Ends a running COPY, so that the connection can be reused. */
async function abandonCopy(stream: ReturnType<typeof copyFrom>): Promise<void> {
  if (stream.closed) return;
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy(new Error('the remaining rows cannot be read'));
  await closed;
}
