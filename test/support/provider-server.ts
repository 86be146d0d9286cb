import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that arrived at the stand-in of a provider. */
export interface ProviderRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** The client's end of the connection. */
  port: number | undefined;
  /** Resolves when the client has gone away before the end of the answer. */
  abandoned: Promise<void>;
}

/** Writes the answer to a request. */
export type ProviderAnswer = (response: ServerResponse, request: ProviderRequest) => unknown;

export interface ProviderServer {
  url: string;
  /** All requests so far. */
  requests: ProviderRequest[];
  /** Sets how the next requests are answered. */
  answer(write: ProviderAnswer): void;
  stop(): Promise<void>;
}

/** Listens on this machine in place of a model provider, which no test can reach. */
export async function startProviderServer(): Promise<ProviderServer> {
  const requests: ProviderRequest[] = [];
  let write: ProviderAnswer = (response) => response.writeHead(500).end();
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const abandoned = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    const request: ProviderRequest = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      port: incoming.socket.remotePort,
      abandoned,
    };
    requests.push(request);
    await write(response, request);
  };
  const server = createServer((incoming, response) => {
    void respond(incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => {
      write = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with server-sent events: texts as they are, anything else as JSON. */
export function events(
  items: readonly unknown[],
  { named = false, done = '' }: { named?: boolean; done?: string } = {},
): ProviderAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(toEventStream(items, named) + (done && `data: ${done}\n\n`));
  };
}

/** @param named whether each event begins with its `type`, as those of Anthropic and OpenAI's responses do. */
export function toEventStream(items: readonly unknown[], named: boolean): string {
  return items
    .map((item) => {
      const name = named ? `event: ${(item as { type: string }).type}\n` : '';
      return `${name}data: ${JSON.stringify(item)}\n\n`;
    })
    .join('');
}

/** Answers with an error in the provider's own format. */
export function refusal(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ProviderAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Sends the start of a stream of events, and then closes the connection. */
export function brokenOff(text: string): ProviderAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => response.destroy());
  };
}
