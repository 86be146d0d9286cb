import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a server and its database that can make the database hang or disappear. */
export class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private hanging = false;
  private gone = false;

  private constructor(
    private readonly server: Server,
    /** The database URL for the server, which leads through the proxy. */
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const target = new URL(databaseUrl);
    const server = createServer({ allowHalfOpen: false }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as { port: number }).port);
    const proxy = new DatabaseProxy(server, url.toString());
    server.on('connection', (client) => proxy.connect(client, target));
    return proxy;
  }

  /** Stops forwarding bytes, but keeps connections open. */
  hang(): void {
    this.hanging = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Breaks every connection, including new ones. */
  vanish(): void {
    this.gone = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Restores normal operation. */
  recover(): void {
    this.hanging = false;
    this.gone = false;
    for (const socket of this.sockets) socket.resume();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private connect(client: Socket, target: URL): void {
    if (this.gone) {
      client.destroy();
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    this.forward(client, database);
    this.forward(database, client);
  }

  private forward(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.hanging) from.pause();
  }
}
