/** How long a failed server stays at the end of the list. */
const MEMORY_MS = 30_000;

/**
 * The servers in the configured order, with those that failed recently last, so that an outage of
 * the first server delays one sign-in instead of all.
 */
export class ServerOrder<Server> {
  private readonly failedAt = new Map<Server, number>();

  constructor(
    private readonly servers: readonly Server[],
    private readonly now: () => number = Date.now,
  ) {}

  /** Lists all servers, because a failed one may still be the only one that works. */
  list(): Server[] {
    const failed = this.servers.filter((server) => this.hasFailedRecently(server));
    return [...this.servers.filter((server) => !failed.includes(server)), ...failed];
  }

  recordFailure(server: Server): void {
    this.failedAt.set(server, this.now());
  }

  recordSuccess(server: Server): void {
    this.failedAt.delete(server);
  }

  private hasFailedRecently(server: Server): boolean {
    const at = this.failedAt.get(server);
    return at !== undefined && this.now() - at < MEMORY_MS;
  }
}
