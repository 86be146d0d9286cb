import type { Client, ClientOptions } from 'graphql-ws/client';
import { ExactNumber } from '../json/exact-json.js';
import { buildServerUrl } from '../page/base-url.js';
import { renewSession } from '../session/server-fetch.js';
import { getOperationName, printDocument, type TypedDocument } from './graphql-request.js';
import { RequestError } from './request-error.js';

/** Receives the events of a subscription. Nothing follows an error or the end. */
export interface SubscriptionSink<Data> {
  onData: (data: Data) => void;
  onError: (error: RequestError) => void;
  onEnd: () => void;
}

/** The server closes a socket with this code if there is no session. */
const UNAUTHORIZED = 4401;

/** The code for a message that is longer than the server reads (RFC 6455, section 7.4.1). */
const TOO_LARGE = 1009;

/** All subscriptions share one socket, which closes with the last of them. */
let connection: Promise<Client> | undefined;

/**
 * Subscribes to the events of a document, whose numbers are sent unchanged. Renews an expired
 * session. Returns a function that leaves the subscription, after which the sink hears nothing.
 */
export function subscribe<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  sink: SubscriptionSink<Data>,
): () => void {
  const operation = {
    operationName: getOperationName(document),
    query: printDocument(document),
    variables: variables as Record<string, unknown>,
  };
  let isOver = false;
  let unsubscribe = () => {};
  const end = (tell: () => void) => {
    if (isOver) return;
    isOver = true;
    tell();
  };
  const fail = (reason: unknown) => end(() => sink.onError(toRequestError(reason)));

  const open = async (isSecondTry: boolean): Promise<void> => {
    const sentAt = Date.now();
    connection ??= connect();
    const client = await connection;
    if (isOver) return;
    unsubscribe = client.subscribe<Data>(operation, {
      next: ({ data, errors }) => {
        if (isOver) return;
        if (data) sink.onData(data);
        else fail(errors ?? []);
      },
      error: (reason) => {
        if (!isSecondTry && isRefused(reason)) void reopen(sentAt);
        else fail(reason);
      },
      complete: () => end(sink.onEnd),
    });
  };
  const reopen = async (sentAt: number): Promise<void> => {
    // The old socket has the old session, and other subscriptions may still need it.
    connection = undefined;
    try {
      if (await renewSession(sentAt)) await open(true);
    } catch (error) {
      fail(error);
    }
  };
  open(false).catch((error: unknown) => {
    connection = undefined;
    fail(error);
  });
  return () => {
    isOver = true;
    unsubscribe();
  };
}

async function connect(): Promise<Client> {
  const { createClient } = await import('graphql-ws/client');
  const url = buildServerUrl('graphql').replace(/^http/, 'ws');
  // Repeating a subscription would run everything again.
  return createClient({ url, retryAttempts: 0, jsonMessageReplacer: writeExactNumber });
}

/** Chromium, Firefox and Safari of recent years write numbers as they are told. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

const writeExactNumber: ClientOptions['jsonMessageReplacer'] = (_key, value: unknown) => {
  if (!(value instanceof ExactNumber)) return value;
  return rawJSON ? rawJSON(value.source) : Number(value.source);
};

interface WireError {
  message: string;
  extensions?: { code?: string };
}

/** Whether the server refused the socket, or a subscription on it, for lack of a session. */
function isRefused(reason: unknown): boolean {
  if (Array.isArray(reason)) {
    return (reason as WireError[]).some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  }
  return reason instanceof CloseEvent && reason.code === UNAUTHORIZED;
}

function toRequestError(reason: unknown): RequestError {
  if (Array.isArray(reason)) {
    const [first] = reason as WireError[];
    return new RequestError(first?.message ?? 'The server sent no data.', {
      status: 200,
      code: first?.extensions?.code,
    });
  }
  if (!(reason instanceof CloseEvent)) return RequestError.from(reason);
  if (reason.code === TOO_LARGE) {
    return new RequestError('The request is too large. Send fewer or smaller files.');
  }
  return new RequestError(reason.reason || 'The connection to the server was lost.');
}
