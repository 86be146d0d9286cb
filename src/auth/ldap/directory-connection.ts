import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client, type Entry, type Filter } from 'ldapts';
import type { DirectoryTls } from '../../config/ldap-tls.js';
import { directoryError, DirectoryResultError, ServerUnusableError } from './directory-errors.js';
import { GuardedStream } from './guarded-stream.js';
import { type DirectoryServer, openDirectorySocket } from './directory-socket.js';

/** How long the directory is waited for, and by how many sign-ins at once. */
export interface DirectoryLimits {
  connectMs: number;
  operationMs: number;
  /** From the first server to the last. */
  attemptMs: number;
  concurrency: number;
  /** Sign-ins that may wait for their turn. */
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
/** How many are taken of a search that the server cuts off. */
const PARTIAL_LIMIT = 1_000;

/** An entry, its attributes found in any case. */
export interface DirectoryEntry {
  dn: string;
  values(attribute: string): Buffer[];
}

/**
 * One connection to a server, encrypted before anything is said. It never comes back by itself once
 * it is lost: a second one would begin in clear text.
 * Every failure is a `ServerUnusableError` or a `DirectoryResultError`.
 */
export class DirectoryConnection {
  private readonly client: Client;
  /** Why the connection was given up from this side. */
  private givenUp: string | undefined;

  private constructor(
    private readonly socket: Socket,
    limits: DirectoryLimits,
    private readonly signal: AbortSignal,
  ) {
    const stream = new GuardedStream(socket, (reason) => this.giveUp(reason));
    let isTaken = false;
    this.client = new Client({
      // Says nothing about where the connection leads: it is there already.
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
   * Proves a password. An empty one, or an empty name, would prove nothing and succeed (RFC 4513,
   * 5.1.2), so neither is ever sent.
   */
  async bind(dn: string, password: string): Promise<void> {
    if (password === '' || !dn.includes('=')) throw new DirectoryResultError(49);
    await this.ask(() => this.client.bind(dn, password));
  }

  async bindAnonymously(): Promise<void> {
    await this.ask(() => this.client.bind('', ''));
  }

  /** Entries below a base, or the entry of that name alone; never more than `most`. */
  async search(
    base: string,
    query: { filter?: Filter; attributes: string[]; most: number; scope?: 'base' | 'sub' },
  ): Promise<DirectoryEntry[]> {
    const { filter, attributes, most, scope = 'sub' } = query;
    const { searchEntries } = await this.ask(() =>
      this.client.search(base, {
        scope,
        ...(filter ? { filter } : {}),
        attributes: attributes.length > 0 ? attributes : ['1.1'],
        sizeLimit: most,
      }),
    );
    return searchEntries.map(toEntry);
  }

  /** The names of all entries below a base, page by page. Partial: the server would not go on. */
  async searchNames(
    base: string,
    filter: Filter,
  ): Promise<{ names: string[]; isPartial: boolean }> {
    const names: string[] = [];
    const query = { filter, attributes: ['1.1'] };
    try {
      await this.ask(async () => {
        const paged = { pageSize: GROUPS_PER_PAGE };
        for await (const page of this.client.searchPaginated(base, { ...query, paged })) {
          names.push(...page.searchEntries.map(({ dn }) => dn));
        }
      });
      return { names, isPartial: false };
    } catch (error) {
      if (!(error instanceof DirectoryResultError)) throw error;
      if (error.resultCode !== SIZE_LIMIT_EXCEEDED) throw error;
      // The library keeps nothing of the page that was cut off, unless it asked for a limit itself.
      const rest = await this.search(base, { filter, attributes: [], most: PARTIAL_LIMIT });
      return { names: [...new Set([...names, ...rest.map(({ dn }) => dn)])], isPartial: true };
    }
  }

  /** Says goodbye and closes, whatever state the connection is in. Never throws, waits for nothing. */
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

  private async ask<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
    if (this.signal.aborted) this.abort();
    try {
      return await operation();
    } catch (error) {
      throw this.givenUp ? new ServerUnusableError(this.givenUp) : directoryError(error);
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
