import { setTimeout as pause } from 'node:timers/promises';
import {
  type Query,
  RefusedError,
  type RestClient,
  UnreachableError,
} from '../../connection/rest-client.js';
import type { Page } from '../../connection/rest-client.js';

const POLL_MS = 2000;
const LONGEST_PAUSE_MS = 10_000;
/** Rows of one request. */
const PAGE_SIZE = 100;
/**
 * Transactions that began earlier may commit after later ones, so rows that were seen within this time
 * are read again to find those between them.
 */
const OVERLAP_MS = 5000;

/** What the REST API returns of a span that is followed. */
interface StoredRow {
  /** Global ID, which is also a cursor. */
  id: string;
}

interface Followed<Row> {
  client: RestClient;
  path: string;
  /** Which rows to follow. */
  query: Query;
  /** How many rows to show first. */
  limit: number;
  /** Prints rows in the order in which they were stored. */
  print: (rows: Row[]) => Promise<void>;
}

/**
 * Prints the newest rows of a list by row ID, and then each new row once, until Ctrl-C. While the server
 * cannot be reached, it tries again.
 */
export async function follow<Row extends StoredRow>(followed: Followed<Row>): Promise<never> {
  process.once('SIGINT', () => process.exit(0));
  const { client, path, query, limit, print } = followed;
  const newest = await client.list<Row>(path, { ...query, sort: 'id', order: 'desc', limit });
  const first = newest.data.toReversed();
  await print(first);
  const seen = new SeenRows(first);
  const connection = new Connection(client.url);
  for (;;) {
    await pause(POLL_MS);
    await connection.whileReachable(async () => {
      const ordered = { ...query, sort: 'id', order: 'asc', limit: PAGE_SIZE };
      let cursor: string | null | undefined = seen.cursor();
      do {
        const page: { data: Row[]; next_cursor: string | null } = await client.get<Page<Row>>(
          path,
          {
            ...ordered,
            cursor,
          },
        );
        const added = page.data.filter(({ id }) => !seen.has(id));
        await print(added);
        seen.add(added);
        cursor = page.next_cursor;
      } while (cursor !== null);
    });
  }
}

/** Remembers the rows that may be read again. */
class SeenRows {
  private readonly seenAt = new Map<string, number>();
  private last: string | undefined;

  constructor(rows: readonly StoredRow[]) {
    this.add(rows);
  }

  has(id: string): boolean {
    return this.seenAt.has(id);
  }

  add(rows: readonly StoredRow[]): void {
    for (const { id } of rows) {
      this.seenAt.set(id, performance.now());
      this.last = id;
    }
  }

  /** Returns where to read on: at the oldest row that is new enough, or at the last one. */
  cursor(): string | undefined {
    for (const [id, at] of this.seenAt) {
      if (id === this.last || performance.now() - at < OVERLAP_MS) return id;
      this.seenAt.delete(id);
    }
    return this.last;
  }
}

/** Waits while a server cannot be reached, and says so once. */
class Connection {
  private failures = 0;

  constructor(private readonly url: string) {}

  /** Does not fail if the server is away; the caller then tries again. */
  async whileReachable(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (this.failures === 0) {
        process.stderr.write(`Lost the connection to ${this.url}. Trying again…\n`);
      }
      this.failures++;
      const asked = error instanceof RefusedError ? (error.retryAfter ?? 0) * 1000 : 0;
      await pause(Math.min(LONGEST_PAUSE_MS, Math.max(asked, this.failures * 500)));
      return;
    }
    if (this.failures > 0) process.stderr.write('Connected again.\n');
    this.failures = 0;
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  return error instanceof RefusedError && [429, 502, 503, 504].includes(error.status);
}
