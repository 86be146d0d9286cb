import { getOperationName, type TypedDocument } from '../lib/data/graphql-request.js';
import { buildServerUrl } from '../lib/page/base-url.js';
import type { Answer, Reply } from './answers.js';

interface Sent {
  /** The name of the operation, or the method and path of a REST call. */
  name: string;
  /** The variables of the operation, or the body of the call. */
  content: unknown;
}

/**
 * Takes the place of the server at the boundary of the network: `fetch`, `XMLHttpRequest` and
 * `WebSocket`. Answers only what it has an answer for, and remembers what was sent.
 */
export class FakeServer {
  /** The number of requests that are about to be answered. */
  waiting = 0;
  private readonly requests: Sent[] = [];
  private readonly answers: Answer[];

  /** `onProblem` is told about every request that nothing answers. */
  constructor(
    answers: readonly Answer[],
    private readonly onProblem: (problem: string) => void,
  ) {
    this.answers = [...answers];
  }

  /** Adds answers, which win over the earlier ones for the same requests. */
  add(answers: readonly Answer[]): void {
    this.answers.push(...answers);
  }

  /** Returns the variables with which a document was sent, in order. */
  listSent<Variables>(document: TypedDocument<unknown, Variables>): Variables[] {
    return this.listCalls(getOperationName(document)) as Variables[];
  }

  /** Returns the bodies of a REST call, such as `POST auth/login`, in order. */
  listCalls(name: string): unknown[] {
    return this.requests.filter((sent) => sent.name === name).map(({ content }) => content);
  }

  /** Remembers a request, and returns its answer or undefined. */
  find(name: string, content: unknown): Answer | undefined {
    this.requests.push({ name, content });
    const found = this.answers.findLast((answer) => answer.name === name);
    if (!found) this.onProblem(`Nothing answers ${name}, sent with ${JSON.stringify(content)}.`);
    return found;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const signal = init?.signal;
    signal?.throwIfAborted();
    const url = input instanceof Request ? input.url : String(input);
    const { name, content } = readRequest(url, init);
    const found = this.find(name, content);
    if (!found) return toResponse(url, { status: 501, body: `Nothing answers ${name}.` }, name);
    this.waiting += 1;
    const reply = await Promise.resolve(found.reply(content)).finally(() => {
      this.waiting -= 1;
    });
    if (reply === 'never') await waitForAbort(signal);
    signal?.throwIfAborted();
    if (typeof reply === 'string') throw new TypeError('Failed to fetch');
    return toResponse(url, reply, name);
  };
}

function readRequest(url: string, init: RequestInit | undefined): Sent {
  const body = readBody(init?.body);
  if (url === buildServerUrl('graphql')) {
    const { operationName, variables } = body as { operationName: string; variables: unknown };
    return { name: operationName, content: variables };
  }
  const path = url.replace(buildServerUrl(''), '');
  return { name: `${init?.method ?? 'GET'} ${path}`, content: body };
}

/** Returns the content of a JSON body, and any other body unchanged. */
function readBody(body: unknown): unknown {
  if (typeof body !== 'string') return body ?? null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function waitForAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

function toResponse(url: string, reply: Exclude<Reply, string>, name: string): Response {
  const isRest = 'status' in reply;
  const status = isRest ? reply.status : 200;
  const body = isRest ? reply.body : toGraphqlBody(reply, name);
  const isText = typeof body === 'string';
  const response = new Response(status === 204 ? null : isText ? body : JSON.stringify(body), {
    status,
    headers: {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...(isRest ? reply.headers : {}),
    },
  });
  return Object.defineProperty(response, 'url', { value: url });
}

/** Returns what the server sends over GraphQL; an error has the shape that `formatGraphqlError` gives it. */
export function toGraphqlBody(reply: Reply & object, name: string) {
  if (!('message' in reply)) return { ...reply, errors: undefined };
  const { message, ...extensions } = reply;
  const error = {
    message,
    path: [name],
    locations: [{ line: 1, column: 1 }],
    extensions,
  };
  return { errors: [error], data: null };
}
