import { setTimeout as sleep } from 'node:timers/promises';
import { BadRequestError, UnavailableError } from '../common/errors/errors.js';
import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../common/json/json.js';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 120_000;
const LONGEST_REASON = 300;

/** Parameters of a query. Lists become repeated keys. */
export type Query = Record<string, string | number | readonly string[] | null>;

/** Reads the REST API that Phoenix and Spandrel have in common. */
export class PhoenixClient {
  private readonly root: string;

  /** @throws BadRequestError if the URL is not one. */
  constructor(
    url: string,
    private readonly apiKey: string | undefined,
  ) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
      throw new BadRequestError(`"${url}" is not a URL that begins with http:// or https://.`);
    }
    this.root = url.replace(/\/+$/, '');
  }

  /**
   * Gets an object. Repeats requests that fail for a reason that may pass.
   * @returns null for 404.
   * @throws BadRequestError if the server refuses, UnavailableError if it does not respond.
   */
  async get(path: string, query: Query = {}): Promise<JsonObject | null> {
    const url = `${this.root}${path}${toQueryText(query)}`;
    for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt++, pause *= 2) {
      const response = await this.request(url).catch((error: Error) => error);
      if (response instanceof Response) {
        if (response.ok) return read(response);
        if (response.status === 404) return null;
        const mayPass = response.status === 429 || response.status >= 500;
        if (!mayPass || attempt === ATTEMPTS) throw await refusal(response, path);
      } else if (attempt === ATTEMPTS) {
        throw new UnavailableError(`${this.root} does not respond: ${reasonOf(response)}.`, 5);
      }
      await sleep(pause);
    }
  }

  /** Gets the pages of a list one after another. The next one is under way while one is in use. */
  async *pages(
    path: string,
    query: Query,
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

  private request(url: string): Promise<Response> {
    const headers = this.apiKey === undefined ? {} : { Authorization: `Bearer ${this.apiKey}` };
    return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
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

function toQueryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null) parameters.append(name, String(item));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

async function read(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const body = parseJson(text);
    if (isJsonObject(body)) return body;
  } catch {
    // The same mistake as a body of the wrong kind.
  }
  throw new BadRequestError(
    `${response.url} responded with something other than a JSON object. Is it the address of a server?`,
  );
}

async function refusal(response: Response, path: string): Promise<Error> {
  const text = (await response.text().catch(() => '')).slice(0, LONGEST_REASON);
  const advice = response.status === 401 ? ' Give an API key with --api-key.' : '';
  return new BadRequestError(`GET ${path} was refused with ${response.status}: ${text}.${advice}`);
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
