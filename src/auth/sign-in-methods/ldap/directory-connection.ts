import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client, type Entry, type Filter } from 'ldapts';
import type { DirectoryTls } from '../../../config/ldap-tls.js';
import { toDirectoryError, DirectoryResultError, ServerUnusableError } from './directory-errors.js';
import { GuardedStream } from './guarded-stream.js';
import { type DirectoryServer, openDirectorySocket } from './directory-socket.js';

/** The time limits of a directory, and the most sign-ins at once. */
export interface DirectoryLimits {
  connectMs: number;
  operationMs: number;
  /** For all servers together. */
  attemptMs: number;
  concurrency: number;
  /** How many sign-ins may wait. */
  waiting: number;
}

export const DIRECTORY_LIMITS: DirectoryLimits = {
  connectMs: 10_000,
  operationMs: 30_000,
  attemptMs: 60_000,
  concurrency: 10,
  waiting: 500,
};

const CLOSING_MS = 1_000;
const SIZE_LIMIT_EXCEEDED = 4;
const GROUPS_PER_PAGE = 500;
/** How many names to read from a search that the server truncates. */
const MAX_PARTIAL_NAMES = 1_000;

/** An entry. Attribute names are case-insensitive. */
export interface DirectoryEntry {
  dn: string;
  values(attribute: string): Buffer[];
}

/**
 * One connection to a server, encrypted before anything is sent. It never reconnects, because a new
 * connection would start in clear text. Every failure is a `ServerUnusableError` or a
 * `DirectoryResultError`.
 */
export class DirectoryConnection {
  private readonly client: Client;
  /** The reason if this side closed the connection. */
  private givenUp: string | undefined;

  private constructor(
    private readonly socket: Socket,
    limits: DirectoryLimits,
    private readonly signal: AbortSignal,
  ) {
    const stream = new GuardedStream(socket, (reason) => this.giveUp(reason));
    let isTaken = false;
    this.client = new Client({
      // Required by the library, but unused: the connection is already open.
      url: 'ldap://directory',
      timeout: limits.operationMs,
      connectTimeout: limits.connectMs,
      createConnection: () => {
        if (isTaken || socket.destroyed) throw new ServerUnusableError('connection lost');
        isTaken = true;
        return stream as Duplex as Socket;
      },
    });
    signal.addEventListener('abort', this.abort);
  }

  static async open(
    server: DirectoryServer,
    tls: DirectoryTls,
    limits: DirectoryLimits,
    signal: AbortSignal,
  ): Promise<DirectoryConnection> {
    const opening = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)]);
    return new DirectoryConnection(await openDirectorySocket(server, tls, opening), limits, signal);
  }

  /**
   * Verifies a password. Never sends an empty password or name, because the server would accept it
   * without verification (RFC 4513, 5.1.2).
   */
  async bind(dn: string, password: string): Promise<void> {
    if (password === '' || !dn.includes('=')) throw new DirectoryResultError(49);
    await this.request(() => this.client.bind(dn, password));
  }

  async bindAnonymously(): Promise<void> {
    await this.request(() => this.client.bind('', ''));
  }

  /** Finds entries below a base, or the base entry alone, but never more than `limit`. */
  async search(
    base: string,
    query: { filter?: Filter; attributes: string[]; limit: number; scope?: 'base' | 'sub' },
  ): Promise<DirectoryEntry[]> {
    const { filter, attributes, limit, scope = 'sub' } = query;
    const { searchEntries } = await this.request(() =>
      this.client.search(base, {
        scope,
        ...(filter ? { filter } : {}),
        attributes: attributes.length > 0 ? attributes : ['1.1'],
        sizeLimit: limit,
      }),
    );
    return searchEntries.map(toEntry);
  }

  /**
   * Returns the names of all entries below a base, or only some if the server truncates the search.
   */
  async searchNames(
    base: string,
    filter: Filter,
  ): Promise<{ names: string[]; isPartial: boolean }> {
    const names: string[] = [];
    const query = { filter, attributes: ['1.1'] };
    try {
      await this.request(async () => {
        const paged = { pageSize: GROUPS_PER_PAGE };
        for await (const page of this.client.searchPaginated(base, { ...query, paged })) {
          names.push(...page.searchEntries.map(({ dn }) => dn));
        }
      });
      return { names, isPartial: false };
    } catch (error) {
      if (!(error instanceof DirectoryResultError)) throw error;
      if (error.resultCode !== SIZE_LIMIT_EXCEEDED) throw error;
      // The library drops a truncated page unless the search itself set a limit.
      const rest = await this.search(base, { filter, attributes: [], limit: MAX_PARTIAL_NAMES });
      return { names: [...new Set([...names, ...rest.map(({ dn }) => dn)])], isPartial: true };
    }
  }

  /** Closes the connection in any state, without throwing or waiting. */
  close(): void {
    this.signal.removeEventListener('abort', this.abort);
    const timer = setTimeout(() => this.socket.destroy(), CLOSING_MS);
    void this.client
      .unbind()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        this.socket.destroy();
      });
  }

  private readonly abort = (): void => this.giveUp('timeout');

  private giveUp(reason: string): void {
    this.givenUp ??= reason;
    this.socket.destroy();
  }

  private async request<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
    if (this.signal.aborted) this.abort();
    try {
      return await operation();
    } catch (error) {
      throw this.givenUp ? new ServerUnusableError(this.givenUp) : toDirectoryError(error);
    }
  }
}

function toEntry({ dn, ...attributes }: Entry): DirectoryEntry {
  const byName = new Map(
    Object.entries(attributes).map(([name, values]) => [name.toLowerCase(), values]),
  );
  return {
    dn,
    values: (attribute) => {
      const values = byName.get(attribute.toLowerCase()) ?? [];
      return (Array.isArray(values) ? values : [values]).map((value) => Buffer.from(value));
    },
  };
}
