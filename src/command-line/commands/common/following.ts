import { setTimeout as pause } from 'node:timers/promises';
import {
  type Page,
  type Query,
  RefusedError,
  type RestClient,
  UnreachableError,
} from '../../connection/rest-client.js';
import type { Terminal } from '../../output/terminal.js';
import { MisuseError } from '../../errors/command-error.js';
import type { TimeOptions } from './options.js';

const POLL_MS = 2000;
const MAX_PAUSE_MS = 10_000;
/** Rows of one request. */
const PAGE_SIZE = 100;
/**
 * Transactions that began earlier may commit after later ones, so rows that were seen within this time
 * are read again to find those between them.
 */
const OVERLAP_MS = 5000;

/** The fields of a row from the REST API that following depends on. */
interface StoredRow {
  /** Global ID, which is also a cursor. */
  id: string;
}

interface Followed<Row> {
  client: RestClient;
  terminal: Terminal;
  path: string;
  /** Which rows to follow. */
  query: Query;
  /** How many rows to show first. */
  limit: number;
  /** Prints rows in the order in which they were stored. */
  print: (rows: Row[]) => Promise<void>;
  /** Ends this, and the requests of the client. */
  interruption: AbortSignal;
}

/**
 * Prints the newest rows of a list by row ID, and then each new row once, until Ctrl-C. While the server
 * cannot be reached, it tries again.
 */
export async function follow<Row extends StoredRow>(followed: Followed<Row>): Promise<void> {
  try {
    await followForever(followed);
  } catch (error) {
    if (!followed.interruption.aborted) throw error;
  }
}

async function followForever<Row extends StoredRow>({
  client,
  terminal,
  path,
  query,
  limit,
  print,
  interruption,
}: Followed<Row>): Promise<never> {
  const newest = await client.list<Row>(path, { ...query, sort: 'id', order: 'desc', limit });
  const first = newest.data.toReversed();
  await print(first);
  const seen = new SeenRows();
  seen.keep(first.map(({ id }) => seen.add(id)));
  const connection = new Connection(client.url, terminal, interruption);
  for (;;) {
    await pause(POLL_MS, undefined, { signal: interruption });
    await connection.whileReachable(async () => {
      const rows: string[] = [];
      let cursor: string | null | undefined = seen.cursor();
      do {
        const ordered: Query = { ...query, sort: 'id', order: 'asc', limit: PAGE_SIZE, cursor };
        const page: Page<Row> = await client.get(path, ordered);
        await print(page.data.filter(({ id }) => !seen.has(id)));
        for (const { id } of page.data) rows.push(seen.add(id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      seen.keep(rows);
    });
  }
}

/** Remembers the rows that may be read again. */
class SeenRows {
  private readonly seenAt = new Map<string, number>();
  private inOrder: readonly string[] = [];

  has(id: string): boolean {
    return this.seenAt.has(id);
  }

  add(id: string): string {
    if (!this.seenAt.has(id)) this.seenAt.set(id, performance.now());
    return id;
  }

  /** Forgets all rows but these, which are in the order of the list. Keeps those it has if there are none. */
  keep(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.inOrder = ids;
    const kept = new Set(ids);
    for (const id of this.seenAt.keys()) if (!kept.has(id)) this.seenAt.delete(id);
  }

  /** Returns where to read on: at the first row that is new enough, or at the last one. */
  cursor(): string | undefined {
    const isNew = (id: string) => performance.now() - (this.seenAt.get(id) ?? 0) < OVERLAP_MS;
    return this.inOrder.find(isNew) ?? this.inOrder.at(-1);
  }
}

/** Waits while a server cannot be reached, and says so once. */
class Connection {
  private failures = 0;

  constructor(
    private readonly url: string,
    private readonly terminal: Terminal,
    private readonly interruption: AbortSignal,
  ) {}

  /** Does not fail if the server is away; the caller then tries again. */
  async whileReachable(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.interruption.aborted || !isTemporary(error)) throw error;
      if (this.failures === 0) {
        this.terminal.note(`Lost the connection to ${this.url}. Trying again…`);
      }
      this.failures++;
      const asked = error instanceof RefusedError ? (error.retryAfter ?? 0) * 1000 : 0;
      const ms = Math.min(MAX_PAUSE_MS, Math.max(asked, this.failures * 500));
      await pause(ms, undefined, { signal: this.interruption });
      return;
    }
    if (this.failures > 0) this.terminal.note('Connected again.');
    this.failures = 0;
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  return error instanceof RefusedError && [429, 502, 503, 504].includes(error.status);
}

/** @throws MisuseError for an option of a list that new rows cannot have. */
export function assertCanFollow(options: TimeOptions & { cursor?: string; search?: string }): void {
  for (const name of ['from', 'to', 'since', 'cursor', 'search'] as const) {
    if (options[name] !== undefined)
      throw new MisuseError(`--follow cannot be used with --${name}.`);
  }
}
