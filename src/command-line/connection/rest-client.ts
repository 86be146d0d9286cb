import { parseJson } from '../../kernel/json/json.js';
import { PRODUCT_VERSION } from '../../config/version.js';
import { CommandError } from '../errors/command-error.js';
import { describeNetworkError } from './network-error.js';
import { describeRefusal } from './refusal.js';

/** Rows that are requested at once, because each can have a long text. */
const PAGE_SIZE = 100;

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type Query = Record<string, QueryValue>;

/** A page of a list, as the REST API returns it. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** Provides the credential of a server. */
export interface Authorizer {
  /** Returns a key or an access token; null if there is none. */
  token(): Promise<string | null>;
  /** Returns a new token in place of one that the server refused; null if there is none. */
  renew(refused: string): Promise<string | null>;
}

/** The server refused a request. */
export class RefusedError extends CommandError {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds after which the server asks to try again. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** The server did not answer. */
export class UnreachableError extends CommandError {}

/** Talks to the public REST API of a server. */
export class RestClient {
  /** @param url the address of the server, without a slash at the end. */
  constructor(
    readonly url: string,
    private readonly authorizer: Authorizer,
    private readonly signal?: AbortSignal,
  ) {}

  /** Returns the same client, whose requests end when a signal is aborted. */
  until(signal: AbortSignal): RestClient {
    return new RestClient(this.url, this.authorizer, signal);
  }

  async get<T>(path: string, query: Query = {}): Promise<T> {
    return this.readJson(await this.send('GET', path, query));
  }

  /** Returns undefined if the response has no content. */
  async post<T>(path: string, body: object | FormData, query: Query = {}): Promise<T> {
    const response = await this.send('POST', path, query, body);
    return response.status === 204 ? (undefined as T) : this.readJson(response);
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path, {});
  }

  /** Reads as many pages as a number of rows needs. */
  async list<T>(path: string, { limit, ...query }: Query & { limit: number }): Promise<Page<T>> {
    const data: T[] = [];
    let cursor = query['cursor'];
    for (;;) {
      const size = Math.min(PAGE_SIZE, limit - data.length);
      const page = await this.get<Page<T>>(path, { ...query, cursor, limit: size });
      data.push(...page.data);
      cursor = page.next_cursor;
      if (cursor === null || data.length >= limit) return { data, next_cursor: cursor ?? null };
    }
  }

  /** Returns a file piece by piece. */
  async *download(path: string, query: Query = {}): AsyncGenerator<Uint8Array> {
    const { body } = await this.send('GET', path, query);
    try {
      for await (const chunk of body ?? []) yield chunk as Uint8Array;
    } catch (error) {
      throw new UnreachableError(
        `The connection to ${this.url} ended before the file was complete. ${describeNetworkError(error)}`,
      );
    }
  }

  private async send(
    method: string,
    path: string,
    query: Query,
    body?: object | FormData,
  ): Promise<Response> {
    const token = await this.authorizer.token();
    let response = await this.fetch(method, path, query, token, body);
    if (response.status === 401 && token !== null) {
      const renewed = await this.authorizer.renew(token);
      if (renewed !== null) response = await this.fetch(method, path, query, renewed, body);
    }
    if (response.ok) return response;
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
    throw new RefusedError(
      response.status,
      await describeRefusal(response, token !== null),
      Number.isFinite(retryAfter) ? retryAfter : null,
    );
  }

  private async fetch(
    method: string,
    path: string,
    query: Query,
    token: string | null,
    body?: object | FormData,
  ): Promise<Response> {
    const isForm = body instanceof FormData;
    const headers = {
      'user-agent': `spandrel/${PRODUCT_VERSION}`,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    };
    try {
      return await fetch(`${this.url}/v1/${path}${toSearch(query)}`, {
        method,
        headers,
        ...(this.signal && { signal: this.signal }),
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
    } catch (error) {
      throw new UnreachableError(
        `The server at ${this.url} cannot be reached. ${describeNetworkError(error)}`,
      );
    }
  }

  private async readJson<T>(response: Response): Promise<T> {
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('json')) {
      throw new CommandError(
        `${this.url} did not respond with JSON. Check the address, and whether the server is as new as this command.`,
      );
    }
    try {
      return parseJson(await response.text()) as T;
    } catch (error) {
      throw new UnreachableError(
        `The response of ${this.url} was cut off. ${describeNetworkError(error)}`,
      );
    }
  }
}

/**
 * Encodes one part of a path.
 * @throws CommandError for a text that no address can contain.
 */
export function encodePart(text: string): string {
  if (/^\.{0,2}$/.test(text)) {
    throw new CommandError(`"${text}" cannot be a part of an address. Use the ID.`);
  }
  return encodeURIComponent(text);
}

function toSearch(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value == null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
