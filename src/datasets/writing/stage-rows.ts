import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { COPY_HEADER, COPY_TRAILER, type EncodedRows, STAGED_COLUMNS } from './encode-rows.js';

const COPY = `COPY staged_rows (${STAGED_COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;

/** An upload that is smaller than this takes no connection before it is read to its end. */
const READ_AHEAD_BYTES = 1024 * 1024;

/** Rows of which the first ones are read. */
export interface RowsAhead extends AsyncIterable<EncodedRows> {
  /** Whether that were all. */
  isWhole: boolean;
  /** Lets go of what is not read yet. */
  close(): Promise<void>;
}

/**
 * Reads the first rows, so that no connection waits for a sender who is slow or sends what cannot be
 * read; the rest follows when it is asked for.
 */
export async function readAhead(
  pieces: AsyncGenerator<EncodedRows, void, undefined>,
): Promise<RowsAhead> {
  const head: EncodedRows[] = [];
  let isWhole = false;
  for (let size = 0; size < READ_AHEAD_BYTES; size += head.at(-1)!.bytes.length) {
    const { value, done } = await pieces.next();
    if (done) {
      isWhole = true;
      break;
    }
    head.push(value);
  }
  return {
    isWhole,
    async close() {
      await pieces.return();
    },
    async *[Symbol.asyncIterator]() {
      yield* head;
      yield* pieces;
    },
  };
}

/**
 * Puts rows into `staged_rows`, a table that ends with the transaction.
 * @returns how many.
 */
export async function stageRows(
  client: pg.ClientBase,
  pieces: AsyncIterable<EncodedRows>,
): Promise<number> {
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
  // They are read once, when they move on to a table that compresses them.
  await client.query(
    `ALTER TABLE staged_rows
       ALTER COLUMN input SET STORAGE EXTERNAL,
       ALTER COLUMN output SET STORAGE EXTERNAL,
       ALTER COLUMN metadata SET STORAGE EXTERNAL`,
  );
  return copyRows(client, pieces);
}

async function copyRows(
  client: pg.ClientBase,
  pieces: AsyncIterable<EncodedRows>,
): Promise<number> {
  const stream = client.query(copyFrom(COPY));
  const done = finished(stream);
  // Whoever waits below learns of it too; this one only says that it is not forgotten.
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
    await abandon(stream);
    throw error;
  }
  return count;
}

/** Ends a COPY under way, so that the connection can be used again. */
async function abandon(stream: ReturnType<typeof copyFrom>): Promise<void> {
  if (stream.closed) return;
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy(new Error('the rest of the rows cannot be read'));
  await closed;
}
