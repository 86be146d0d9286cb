import { readRetryAfter } from '../kernel/http/retry-after.js';
import { BadRequestError, UnavailableError, UnprocessableError } from '../kernel/errors/errors.js';
import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
  parseJson,
  stringifyJson,
} from '../kernel/json/json.js';
import { formatMicros, parseTime } from '../kernel/time/time.js';
import { isLoopback } from '../config/env.js';
import { readRecords } from './json-records.js';
import { PassingError, Retries } from './retries.js';

const TIMEOUT_MS = 120_000;
/** Servers may prepare a long list for minutes, and it is read no faster than it is stored. */
const LIST_TIMEOUT_MS = 60 * 60_000;
const MAX_REASON_LENGTH = 300;

/** Parameters of a query. Lists become repeated keys. */
export type PhoenixQuery = Record<string, string | number | readonly string[] | null>;

/** The server understood a request and refused it. */
class RefusedError extends BadRequestError {
  constructor(
    message: string,
    readonly answered: number,
  ) {
    super(message);
  }
}

/** Reads the REST API that Phoenix and Spandrel have in common. */
export class PhoenixClient {
  private readonly root: string;
  private readonly headers: Record<string, string>;

  /** @throws BadRequestError if the URL is not one. */
  constructor(
    url: string,
    private readonly apiKey: string | undefined,
  ) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
      throw new BadRequestError(`"${url}" is not a URL that begins with http:// or https://.`);
    }
    this.root = url.replace(/\/+$/, '');
    this.headers = {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      // On the same machine, compression takes more time than it saves.
      ...(isLoopback(new URL(url).hostname) && { 'Accept-Encoding': 'identity' }),
    };
  }

  /**
   * Gets an object. Repeats requests that fail for a reason that may pass.
   * @returns null for 404.
   * @throws BadRequestError if the server refuses, UnavailableError if it does not respond.
   */
  get(path: string, query: PhoenixQuery = {}): Promise<JsonObject | null> {
    return this.readObject(path + toQueryText(query));
  }

  /**
   * Gets the objects of a JSON list or of JSON lines one after another. Continues a list that breaks off.
   * @returns nothing for 404.
   * @throws the errors of `get`.
   */
  async *records(path: string, query: PhoenixQuery = {}): AsyncGenerator<JsonObject, void> {
    const retries = new Retries();
    for (let taken = 0; ;) {
      try {
        const response = await this.send(path + toQueryText(query), LIST_TIMEOUT_MS);
        if (!response?.body) return;
        let at = 0;
        for await (const record of unbroken(readRecords(response.body), response)) {
          at += 1;
          if (at <= taken) continue;
          taken = at;
          yield record;
        }
        return;
      } catch (error) {
        await retries.pause(error);
      }
    }
  }

  /**
   * Runs a query of GraphQL, for what REST does not show.
   * @throws UnprocessableError if the server does not know what the query asks for, and the errors of `get`.
   */
  async query(query: string, variables: JsonObject = {}): Promise<JsonObject> {
    const body = stringifyJson({ query, variables });
    const answer = await this.readObject('/graphql', body).catch((error: unknown) => {
      if (!(error instanceof RefusedError) || error.answered !== 400) throw error;
      throw new UnprocessableError(error.message);
    });
    if (!answer) throw new UnprocessableError('The server has no GraphQL.');
    const [error] = objectsIn(getOwn(answer, 'errors'));
    if (!error) return objectAt(answer, 'data');
    const reason = textOrNull(getOwn(error, 'message')) ?? 'no reason given';
    throw new UnprocessableError(`GraphQL of the server refused: ${reason}`);
  }

  /**
   * Gets the nodes of a connection of GraphQL, page by page.
   * @param query has the only variable `$after`. IDs are part of the text, because their type has had several names.
   * @param find finds the connection in the data.
   * @throws the errors of `query`.
   */
  async *nodes(
    query: string,
    find: (data: JsonObject) => JsonObject,
  ): AsyncGenerator<JsonObject, void> {
    for (let after: string | null = null; ;) {
      const connection = find(await this.query(query, { after }));
      for (const edge of objectsIn(getOwn(connection, 'edges'))) yield objectAt(edge, 'node');
      const { hasNextPage, endCursor } = objectAt(connection, 'pageInfo');
      if (hasNextPage !== true) return;
      after = textOrNull(endCursor);
    }
  }

  /** Gets the pages of a list one after another. The next one is under way while one is in use. */
  async *pages(
    path: string,
    query: PhoenixQuery,
    cursor: string | null = null,
  ): AsyncGenerator<{ rows: JsonObject[]; next: string | null }, void> {
    let request = this.get(path, { ...query, cursor });
    for (;;) {
      const page = (await request) ?? {};
      const next = textOrNull(getOwn(page, 'next_cursor'));
      if (next !== null) {
        request = this.get(path, { ...query, cursor: next });
        // Whoever uses this page may stop before the next one is awaited.
        request.catch(() => undefined);
      }
      yield { rows: objectsIn(getOwn(page, 'data')), next };
      if (next === null) return;
    }
  }

  /** Gets all rows of a list that is known to be short. */
  async all(path: string, query: PhoenixQuery): Promise<JsonObject[]> {
    const all: JsonObject[] = [];
    for await (const { rows } of this.pages(path, query)) all.push(...rows);
    return all;
  }

  private async readObject(path: string, body?: string): Promise<JsonObject | null> {
    for (const retries = new Retries(); ;) {
      try {
        const response = await this.send(path, TIMEOUT_MS, body);
        return response && (await readBody(response));
      } catch (error) {
        await retries.pause(error);
      }
    }
  }

  /**
   * Sends a GET request, or a POST request with a body.
   * @returns null for 404.
   * @throws PassingError for a reason that may pass.
   */
  private async send(path: string, timeout: number, body?: string): Promise<Response | null> {
    const headers = {
      ...this.headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(`${this.root}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeout),
    }).catch((error: Error) => {
      const reason = `${this.root} does not respond: ${reasonOf(error)}.`;
      throw new PassingError(new UnavailableError(reason, 5));
    });
    if (response.ok) return response;
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    const error = await this.refusal(response, `${method} ${path.split('?')[0]}`);
    if (response.status !== 429 && response.status < 500) throw error;
    throw new PassingError(
      error,
      readRetryAfter(response.headers.get('Retry-After'), Date.now()) ?? 0,
    );
  }

  private async refusal(response: Response, request: string): Promise<RefusedError> {
    const text = (await response.text().catch(() => '')).slice(0, MAX_REASON_LENGTH);
    const refused = `${request} was refused with ${response.status}: ${text.trimEnd()}`;
    const isEnded = /[.!?]$/.test(refused);
    const sentence = `${refused}${isEnded ? '' : '.'}`;
    return new RefusedError(sentence + this.advice(response.status), response.status);
  }

  private advice(status: number): string {
    if (status === 401) {
      return this.apiKey === undefined
        ? ' Give an API key with --api-key.'
        : ' The API key is wrong or has expired.';
    }
    return status === 403 ? ' The user of the API key must be allowed to read everything.' : '';
  }
}

/** The objects in a list; nothing for anything else. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The object under a name; an empty one for anything else. */
export function objectAt(row: JsonObject, name: string): JsonObject {
  const value = getOwn(row, name);
  return value !== undefined && isJsonObject(value) ? value : {};
}

export function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOrNull(value: JsonValue | undefined): number | null {
  return typeof value === 'number' || isRawNumber(value) ? numberValue(value) : null;
}

/** A time as wire text. */
export function timeOrNull(value: JsonValue | undefined): string | null {
  const time = parseTime(textOrNull(value) ?? '');
  return time && formatMicros(time.micros);
}

function toQueryText(query: PhoenixQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null) parameters.append(name, String(item));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

async function readBody(response: Response): Promise<JsonObject> {
  try {
    const body = parseJson(await response.text());
    if (isJsonObject(body)) return body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new PassingError(brokenOff(response, error));
    // The same mistake as a body of the wrong kind.
  }
  throw new PassingError(notJson(response, 'a JSON object'));
}

/** Yields records. @throws PassingError if they break off or are not JSON. */
async function* unbroken(
  records: AsyncGenerator<JsonObject, void>,
  response: Response,
): AsyncGenerator<JsonObject, void> {
  try {
    yield* records;
  } catch (error) {
    const isBroken = error instanceof SyntaxError;
    throw new PassingError(
      isBroken ? notJson(response, 'a JSON list') : brokenOff(response, error),
    );
  }
}

function notJson({ url }: Response, expected: string): BadRequestError {
  const reason = `${url} responded with something other than ${expected}.`;
  return new BadRequestError(`${reason} Is it the address of a server?`);
}

function brokenOff({ url }: Response, error: unknown): UnavailableError {
  return new UnavailableError(`The response of ${url} broke off: ${reasonOf(error as Error)}.`, 5);
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
