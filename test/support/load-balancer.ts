import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

const PROBE_MS = 100;
const PROBE_TIMEOUT_MS = 2_000;

/** Where a server listens on 127.0.0.1. */
export interface Backend {
  port: number;
  grpcPort: number;
}

/**
 * A load balancer as operators use it: it opens each new connection to the next server whose `/readyz`
 * responds with 200, and never breaks one. It knows nothing of HTTP or gRPC.
 */
export class LoadBalancer {
  private readonly ready = new Set<Backend>();
  private readonly sockets = new Set<Socket>();
  private readonly stopping = new AbortController();
  private next = 0;

  private constructor(
    private readonly backends: readonly Backend[],
    private readonly http: Server,
    private readonly grpc: Server,
  ) {}

  static async start(backends: readonly Backend[]): Promise<LoadBalancer> {
    const listen = async (): Promise<Server> => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    };
    const balancer = new LoadBalancer(backends, await listen(), await listen());
    balancer.http.on('connection', (client) => balancer.forward(client, 'port'));
    balancer.grpc.on('connection', (client) => balancer.forward(client, 'grpcPort'));
    for (const backend of backends) void balancer.watch(backend);
    return balancer;
  }

  /** `http://127.0.0.1:port`, without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${portOf(this.http)}`;
  }

  /** `127.0.0.1:port`, for OTLP over gRPC. */
  get grpcAddress(): string {
    return `127.0.0.1:${portOf(this.grpc)}`;
  }

  /** How many servers get new connections. */
  get readyCount(): number {
    return this.ready.size;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const socket of this.sockets) socket.destroy();
    for (const server of [this.http, this.grpc]) {
      server.close();
      await once(server, 'close');
    }
  }

  private async watch(backend: Backend): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${backend.port}/readyz`, {
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      }).catch(() => null);
      await response?.body?.cancel();
      if (response?.ok) this.ready.add(backend);
      else this.ready.delete(backend);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  }

  private forward(client: Socket, port: keyof Backend): void {
    const ready = this.backends.filter((backend) => this.ready.has(backend));
    const backend = ready[this.next++ % ready.length];
    if (!backend) {
      client.destroy();
      return;
    }
    const server = connect(backend[port], '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}

function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}
