import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ProviderError } from '../protocol/provider-error.contract.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { findMessage, reportedError } from './describe-failure.js';

/** A part of a provider's answer, read from JSON. */
export type Received =
  /** The data of a server-sent event. */
  | { type: 'event'; data: JsonObject }
  /** The whole answer, from a server that does not stream. */
  | { type: 'whole'; data: JsonObject }
  /** `[DONE]`, which ends the streams of OpenAI's chat completions. */
  | { type: 'done' };

const OK = 200;
/** How much of an answer that cannot be read is quoted. */
const MAX_QUOTE = 300;

const BEGINS_A_DOCUMENT = /^[{["<]/;
const SERVER_SENT_LINE = /^(?::|(?:data|event|id|retry):)/;

/**
 * Reads the body of an answer with status 200: server-sent events, or JSON in their place. Many servers
 * and proxies send a wrong content type, so the first character decides.
 * @throws ProviderError if it is, or contains, an error, and for anything else, such as a web page.
 */
export async function* readAnswer(response: Response): AsyncGenerator<Received, void> {
  const pieces = decode(response);
  try {
    const beginning = await readBeginning(pieces);
    if (BEGINS_A_DOCUMENT.test(beginning)) yield* await readWhole(beginning, pieces);
    else yield* readEvents(beginning, pieces);
  } finally {
    // Cancels the request if nobody reads on.
    await pieces.return();
  }
}

/**
 * Reads a list of models, in the format that OpenAI and Anthropic share. Together sends the list alone.
 * @returns their names.
 * @throws ProviderError for anything else, also with status 200.
 */
export async function readModels(response: Response): Promise<string[]> {
  const models: JsonValue[] = [];
  let isList = false;
  for await (const received of readAnswer(response)) {
    if (received.type !== 'whole') break;
    const { data, id } = received.data;
    isList = Array.isArray(data) || typeof id === 'string';
    models.push(...(Array.isArray(data) ? data : [received.data]));
  }
  if (!isList) {
    throw new ProviderError(OK, 'The provider answered something other than a list of models.');
  }
  return models.flatMap((model) =>
    isJsonObject(model) && typeof model['id'] === 'string' ? [model['id']] : [],
  );
}

/** An answer that is neither a chat nor an error, in the provider's own words. Asking again is no use. */
export function notAChat(answer: JsonValue): ProviderError {
  const said = findMessage(answer) ?? JSON.stringify(answer);
  const quote = said.trim().slice(0, MAX_QUOTE);
  return new ProviderError(OK, `The provider answered something other than a chat: ${quote}`);
}

async function* decode({ body }: Response): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  if (body) for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Returns the first pieces, without white space before them. */
async function readBeginning(pieces: AsyncGenerator<string, void>): Promise<string> {
  for (;;) {
    const { done, value } = await pieces.next();
    const text = value?.trimStart() ?? '';
    if (done || text !== '') return text;
  }
}

/** Google sends the pieces of an answer as a list, and its errors, too. */
async function readWhole(
  beginning: string,
  pieces: AsyncGenerator<string, void>,
): Promise<Received[]> {
  const texts = [beginning];
  for await (const piece of pieces) texts.push(piece);
  const text = texts.join('');
  const value = parse(text);
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((data) => {
    if (!isJsonObject(data)) throw notAChat(value ?? text);
    throwError(data);
    return { type: 'whole', data };
  });
}

async function* readEvents(
  beginning: string,
  pieces: AsyncGenerator<string, void>,
): AsyncGenerator<Received, void> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  let isEmpty = true;
  for (let text: string | undefined = beginning; text !== undefined;) {
    parser.feed(text);
    for (const { event, data } of arrived.splice(0)) {
      isEmpty = false;
      if (data === '[DONE]') {
        yield { type: 'done' };
        return;
      }
      const value = parse(data);
      if (value === undefined && data !== '') throw notAChat(data);
      yield* readEvent(event, value);
    }
    text = (await pieces.next()).value ?? undefined;
  }
  // The line that ends the last event may be missing. If more is missing, the stream broke off.
  parser.feed('\n\n');
  for (const { event, data } of arrived.splice(0)) {
    isEmpty = false;
    if (data === '[DONE]') yield { type: 'done' };
    else yield* readEvent(event, parse(data));
  }
  if (isEmpty && beginning !== '' && !SERVER_SENT_LINE.test(beginning)) throw notAChat(beginning);
}

function* readEvent(
  event: string | undefined,
  data: JsonValue | undefined,
): Generator<Received, void> {
  if (!isJsonObject(data)) return;
  if (event === 'error') throw reportedError(data['error'] ?? data);
  throwError(data);
  yield { type: 'event', data };
}

/** @throws ProviderError for the objects that servers send in place of an answer, with status 200. */
function throwError(data: JsonObject): void {
  if (data['error']) throw reportedError(data['error']);
  if (data['type'] === 'error' || data['object'] === 'error') throw reportedError(data);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
