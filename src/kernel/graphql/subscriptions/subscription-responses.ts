import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NextFunction, Request, Response } from 'express';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import type { IdentifiedRequest } from '../../access/access.js';
import { currentRequest } from '../../http/request-context.js';
import { stringifyJson } from '../../json/json.js';
import { MAX_TOKENS } from '../document-rules.js';
import {
  type EventResult,
  type Opener,
  RefusedOperation,
  type SentOperation,
  type Subscriptions,
} from './subscriptions.js';

/** Keeps proxies from closing a connection on which nothing happens. */
const HEARTBEAT_MS = 10_000;

/** The format in which results are written. */
interface Framing {
  contentType: string;
  write(result: EventResult): string;
  heartbeat: string;
  end: string;
}

/** The format of https://github.com/graphql/graphql-over-http/blob/main/rfcs/GraphQLOverSSE.md. */
const EVENT_STREAM: Framing = {
  contentType: 'text/event-stream; charset=utf-8',
  write: (result) => `event: next\ndata: ${stringifyJson(result)}\n\n`,
  heartbeat: ':\n\n',
  end: 'event: complete\ndata:\n\n',
};

/**
 * The format of https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol.
 */
const MULTIPART: Framing = {
  contentType: 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0',
  write: (result) => writePart(stringifyJson({ payload: result })),
  heartbeat: writePart('{}'),
  end: '\r\n--graphql--\r\n',
};

function writePart(json: string): string {
  return `\r\n--graphql\r\nContent-Type: application/json\r\n\r\n${json}`;
}

/**
 * Answers subscriptions over HTTP in the way that the client accepts: as an event stream, or as
 * parts of a multipart response. Passes on everything else.
 */
export function answerSubscriptions(subscriptions: Subscriptions) {
  return async (
    request: Request & IdentifiedRequest,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    const framing = chooseFraming(request.headers.accept);
    const sent = (request.body ?? {}) as SentOperation;
    if (!framing || request.method !== 'POST' || !isSubscription(sent)) return next();
    response.writeHead(200, {
      'content-type': framing.contentType,
      'cache-control': 'no-store',
      // Otherwise nginx collects several events before it sends any.
      'x-accel-buffering': 'no',
    });
    const results = openResults(subscriptions, sent, {
      request,
      response,
      origin: currentRequest(),
    });
    const heartbeat = setInterval(() => {
      if (!response.writableNeedDrain) response.write(framing.heartbeat);
    }, HEARTBEAT_MS);
    try {
      await pipeline(Readable.from(frame(results, framing)), response);
    } catch (error) {
      // The reader may leave at any time.
      if (!response.destroyed) throw error;
    } finally {
      clearInterval(heartbeat);
    }
  };
}

function chooseFraming(accept = ''): Framing | null {
  if (accept.includes('text/event-stream')) return EVENT_STREAM;
  return accept.includes('multipart/mixed') ? MULTIPART : null;
}

/** Returns whether the operation is a subscription; false for a document that cannot be parsed. */
function isSubscription({ query, operationName }: SentOperation): boolean {
  if (typeof query !== 'string' || !/\bsubscription\b/.test(query)) return false;
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS });
    const name = typeof operationName === 'string' ? operationName : null;
    return getOperationAST(document, name)?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return false;
  }
}

/** Yields the results of an operation. An invalid operation has only its errors as a result. */
async function* openResults(
  subscriptions: Subscriptions,
  sent: SentOperation,
  opener: Opener,
): AsyncGenerator<EventResult> {
  try {
    const results = subscriptions.stream(await subscriptions.prepare(sent, opener));
    const { response } = opener;
    // Each operation of the request waits for its end.
    response.setMaxListeners(response.getMaxListeners() + 1);
    response.once('close', () => void results.return());
    yield* results;
  } catch (error) {
    if (!(error instanceof RefusedOperation)) throw error;
    yield { errors: error.errors };
  }
}

async function* frame(
  results: AsyncIterable<EventResult>,
  framing: Framing,
): AsyncGenerator<string> {
  for await (const result of results) yield framing.write(result);
  yield framing.end;
}
