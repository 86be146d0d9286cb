/** How long a server that failed is asked last. */
const MEMORY_MS = 30_000;

/**
 * Servers in the operator's order, except that those that failed a moment ago come last: an outage
 * of the first one then costs one sign-in its time, and not every sign-in.
 */
export class ServerOrder<Server> {
  private readonly failedAt = new Map<Server, number>();

  constructor(
    private readonly servers: readonly Server[],
    private readonly now: () => number = Date.now,
  ) {}

  /** All of them: one that failed may still be the only one that works. */
  next(): Server[] {
    const failed = this.servers.filter((server) => this.failedLately(server));
    return [...this.servers.filter((server) => !failed.includes(server)), ...failed];
  }

  failed(server: Server): void {
    this.failedAt.set(server, this.now());
  }

  succeeded(server: Server): void {
    this.failedAt.delete(server);
  }

  private failedLately(server: Server): boolean {
    const at = this.failedAt.get(server);
    return at !== undefined && this.now() - at < MEMORY_MS;
  }
}
