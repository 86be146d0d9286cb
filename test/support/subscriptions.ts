import { createClient, type Client, type ExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';

/** Opens a WebSocket to a server, with the published client of the protocol. */
export function openSocket(url: string, headers: Record<string, string> = {}): Client {
  class WebSocketWithHeaders extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols, { headers });
    }
  }
  return createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocketWithHeaders,
    retryAttempts: 0,
  });
}

/** Collects every result of a subscription. */
export async function collect<T>(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<ExecutionResult<T>[]> {
  const results: ExecutionResult<T>[] = [];
  for await (const result of client.iterate<T>({ query, variables })) {
    results.push(result as ExecutionResult<T>);
  }
  return results;
}
