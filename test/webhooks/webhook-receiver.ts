import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../support/eventually.js';

/** A message that has arrived. */
export interface ReceivedMessage {
  path: string;
  headers: Record<string, string>;
  text: string;
  /** The server's end of the connection. */
  port: number | undefined;
}

/** Answers a message. */
export type ReceiverAnswer = (response: ServerResponse, message: ReceivedMessage) => unknown;

export interface WebhookReceiver {
  url: string;
  /** All messages so far. */
  messages: ReceivedMessage[];
  /** Sets how the next messages are answered: with 204 at first. */
  answer(write: ReceiverAnswer): void;
  /** Waits until so many messages have arrived, and returns them. */
  received(count: number): Promise<ReceivedMessage[]>;
  stop(): Promise<void>;
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  const accept: ReceiverAnswer = (response) => response.writeHead(204).end();
  let write = accept;
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const message = {
      path: incoming.url ?? '',
      headers: incoming.headers as Record<string, string>,
      text: Buffer.concat(parts).toString('utf8'),
      port: incoming.socket.remotePort,
    };
    messages.push(message);
    await write(response, message);
  };
  const server = createServer((incoming, response) => {
    void respond(incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    answer: (next) => {
      write = next;
    },
    received: (count) =>
      eventually(`${count} messages`, async () => (messages.length >= count ? messages : null)),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
