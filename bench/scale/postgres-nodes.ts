import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from '../replica/replicated-postgres.js';
import { type Installation, PostgresNode } from './postgres-node.js';

/** Servers with Citus on this machine, in a directory of their own. */
export class PostgresNodes {
  private readonly started: PostgresNode[] = [];

  private constructor(
    private readonly installation: Installation,
    private readonly directory: string,
    private readonly firstPort: number,
  ) {}

  /** @param firstPort of the first node, below those of outgoing connections; each other has the next. */
  static async prepare(
    installation: Installation,
    firstPort = 20_000 + Math.floor(Math.random() * 10_000),
  ): Promise<PostgresNodes> {
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'spandrel-citus-')));
    await chmod(directory, 0o755);
    return new PostgresNodes(installation, directory, firstPort);
  }

  async start(): Promise<PostgresNode> {
    const number = this.started.length;
    const node = await PostgresNode.start(
      this.installation,
      join(this.directory, String(number)),
      this.firstPort + number,
    );
    this.started.push(node);
    return node;
  }

  /** Starts a coordinator and workers. */
  async startCluster(workers: number): Promise<[PostgresNode, ...PostgresNode[]]> {
    const coordinator = await this.start();
    const nodes: [PostgresNode, ...PostgresNode[]] = [coordinator];
    for (let i = 0; i < workers; i++) nodes.push(await this.start());
    for (const { url } of nodes) await runSql(url, 'CREATE EXTENSION citus');
    await runSql(coordinator.url, `SELECT citus_set_coordinator_host(${addressOf(coordinator)})`);
    for (const worker of nodes.slice(1)) {
      await runSql(coordinator.url, `SELECT citus_add_node(${addressOf(worker)})`);
    }
    return nodes;
  }

  /** Stops all nodes and deletes their files. */
  async stop(): Promise<void> {
    // One that was killed is already stopped.
    for (const node of this.started) await node.kill().catch(() => undefined);
    await rm(this.directory, { recursive: true, force: true });
  }
}

function addressOf({ url }: PostgresNode): string {
  const { hostname, port } = new URL(url);
  return `'${hostname}', ${port}`;
}
