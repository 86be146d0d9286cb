import type { Answer } from './answers.js';
import { type FakeServer, toGraphqlBody } from './fake-server.js';

interface ClientMessage {
  id: string;
  type: string;
  payload?: { operationName: string; variables: unknown };
}

/**
 * Returns a class like `WebSocket` that serves subscriptions with the answers of the present server.
 * The client of subscriptions keeps the class that it finds first.
 */
export function createSocketClass(getServer: () => FakeServer): typeof WebSocket {
  class FakeSocket {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: CloseEvent) => void;
    readyState: number = FakeSocket.CONNECTING;
    private readonly open = new Set<string>();

    constructor() {
      queueMicrotask(() => {
        this.readyState = FakeSocket.OPEN;
        this.onopen?.();
      });
    }

    send(text: string): void {
      const { id, type, payload } = JSON.parse(text) as ClientMessage;
      if (type === 'connection_init') this.tell({ type: 'connection_ack' });
      if (type === 'complete') this.open.delete(id);
      if (type !== 'subscribe' || !payload) return;
      const found = getServer().find(payload.operationName, payload.variables);
      this.open.add(id);
      if (found) void this.serve(id, found, payload);
    }

    close(code = 1000, reason = ''): void {
      if (this.readyState === FakeSocket.CLOSED) return;
      this.readyState = FakeSocket.CLOSED;
      this.open.clear();
      queueMicrotask(() => this.onclose?.(new CloseEvent('close', { code, reason })));
    }

    private async serve(
      id: string,
      { reply, events }: Answer,
      { operationName, variables }: NonNullable<ClientMessage['payload']>,
    ): Promise<void> {
      if (!events) {
        const refusal = (await reply(variables)) as { message: string; code: string };
        const { errors } = toGraphqlBody(refusal, operationName);
        this.tell({ id, type: 'error', payload: errors });
        return;
      }
      for await (const data of events(variables)) {
        if (!this.open.has(id)) return;
        this.tell({ id, type: 'next', payload: { data } });
      }
      if (this.open.delete(id)) this.tell({ id, type: 'complete' });
    }

    private tell(message: object): void {
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }));
    }
  }
  return FakeSocket as unknown as typeof WebSocket;
}
