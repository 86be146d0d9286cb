import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response instead of that of the server. */
export interface Fault {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface FaultyProxy {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  url: string;
  /** Methods and paths of all requests, in their order. */
  requests: string[];
  /** The bodies of all requests. */
  bodies: string[];
  /** Chooses a response instead of that of the server; null lets the request pass. */
  answer: (path: string, body: string) => Fault | 'cut' | null;
  stop(): Promise<void>;
}

/** A reverse proxy that can give wrong responses, and cut responses in the middle. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method = 'GET', url = '/', headers } = incoming;
      proxy.requests.push(`${method} ${url}`);
      proxy.bodies.push(body.toString());
      const fault = proxy.answer(url, body.toString());
      if (fault !== null && fault !== 'cut') {
        outgoing.writeHead(fault.status, fault.headers ?? {}).end(fault.body);
        return;
      }
      const passed = request(`${target}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (fault === null) answer.pipe(outgoing);
        else {
          answer.once('data', (chunk: Buffer) => {
            outgoing.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () =>
              outgoing.destroy(),
            );
          });
        }
      });
      passed.on('error', () => outgoing.destroy());
      passed.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    bodies: [],
    answer: () => null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
