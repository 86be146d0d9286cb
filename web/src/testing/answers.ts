import { getOperationName, type TypedDocument } from '../lib/data/graphql-request.js';

/** The answer of the server to one request. */
export type Reply =
  | { data: unknown }
  | { message: string; code: string; position?: number | undefined }
  | { status: number; body: unknown; headers?: Record<string, string> }
  | 'unreachable'
  | 'never';

/** How the server answers the requests with one name. */
export interface Answer {
  /** The name of the operation, or the method and path of a REST call, such as `POST auth/login`. */
  name: string;
  reply: (variables: unknown) => Reply | Promise<Reply>;
  /** Sends the events of a subscription. */
  events?: (variables: unknown) => AsyncIterable<unknown> | Iterable<unknown>;
}

/** Data, or a function of what was sent that returns it. */
type Given<Data, Sent> = Data | ((sent: Sent) => Data | Promise<Data>);

/** Answers a query or mutation with data. */
export function answer<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  data: Given<Data, Variables>,
): Answer {
  return {
    name: getOperationName(document),
    reply: async (variables) => ({ data: await resolve(data, variables as Variables) }),
  };
}

/** Refuses a query, mutation or subscription as the server does: with a message for the user. */
export function refuse(
  document: TypedDocument<unknown, never>,
  message: string,
  code = 'BAD_REQUEST',
  position?: number,
): Answer {
  return { name: getOperationName(document), reply: () => ({ message, code, position }) };
}

/** Lets a query or mutation fail as if the server were down. */
export function cutOff(document: TypedDocument<unknown, never>): Answer {
  return { name: getOperationName(document), reply: () => 'unreachable' };
}

/** Never answers a query or mutation, so that the page stays in its loading state. */
export function keepWaiting(document: TypedDocument<unknown, never>): Answer {
  return { name: getOperationName(document), reply: () => 'never' };
}

/** Answers a subscription with events, then ends it. */
export function stream<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  events: (variables: Variables) => AsyncIterable<Data> | Iterable<Data>,
): Answer {
  return {
    name: getOperationName(document),
    reply: () => ({ data: null }),
    events: (variables) => events(variables as Variables),
  };
}

/**
 * Answers a REST call. `call` is its method and path, such as `POST auth/login`. A text is sent
 * unchanged, as errors are; anything else as JSON. `body` may be a function of what was sent.
 */
export function answerRest<Sent = unknown>(
  call: `${'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'} ${string}`,
  body: Given<unknown, Sent>,
  status = 200,
  headers: Record<string, string> = {},
): Answer {
  return {
    name: call,
    reply: async (sent) => ({ status, body: await resolve(body, sent as Sent), headers }),
  };
}

function resolve<Data, Sent>(given: Given<Data, Sent>, sent: Sent): Data | Promise<Data> {
  return typeof given === 'function'
    ? (given as (sent: Sent) => Data | Promise<Data>)(sent)
    : given;
}

/** Wraps rows as a page of a GraphQL list. */
export function aConnection<Row>(rows: readonly Row[], endCursor: string | null = null) {
  return {
    edges: rows.map((node) => ({ node })),
    pageInfo: { hasNextPage: endCursor !== null, endCursor },
  };
}
