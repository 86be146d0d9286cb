import { Agent, request as httpRequest } from 'node:http';
import * as grpc from '@grpc/grpc-js';
import pg from 'pg';
import { type ChildServer, freePort, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { LoadBalancer } from '../support/load-balancer.js';
import { anOtlpSpan, protobufRequest } from '../ingest/otlp.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const SPANS_PER_REQUEST = 20;
const PAUSE_MS = 25;
/** Three servers that start together on a busy machine take long. */
const START_MS = 150_000;
const LISTS = ['/v1/projects/default/spans?limit=20', '/v1/projects/default/traces?limit=20'];
/** After these, clients send a request again by the rules of OTLP, HTTP and gRPC. */
const RETRYABLE = /^(ECONNRESET|ECONNREFUSED|EPIPE|503|gRPC 14)$/;

const asIs = (bytes: Buffer): Buffer => bytes;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('three servers behind a load balancer', () => {
  let database: TestDatabase;
  let servers: { settings: Record<string, string>; running: ChildServer }[];
  let balancer: LoadBalancer;

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = await Promise.all(
      Array.from({ length: 3 }, async () => ({
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_PORT: String(await freePort()),
        SPANDREL_GRPC_PORT: String(await freePort()),
        SPANDREL_SHUTDOWN_DELAY_SECONDS: '1',
      })),
    );
    servers = await Promise.all(
      settings.map(async (env) => ({
        settings: env,
        running: await startChildServer({ env, readyWithinMs: START_MS }),
      })),
    );
    balancer = await LoadBalancer.start(servers.map(({ running }) => running));
    await haveAllReady();
  }, 2 * START_MS);
  afterAll(async () => {
    await balancer.stop();
    await Promise.all(servers.map(({ running }) => running.kill('SIGTERM')));
    await database.drop();
  });

  const haveAllReady = () =>
    eventually(
      'three servers to be ready',
      () => Promise.resolve(balancer.readyCount === servers.length),
      { withinMs: START_MS },
    );

  const restart = async (i: number, signal: 'SIGTERM' | 'SIGKILL') => {
    const server = servers[i]!;
    const ended = await server.running.kill(signal);
    expect(ended).toBe(signal === 'SIGTERM' ? 0 : signal);
    server.running = await startChildServer({ env: server.settings, readyWithinMs: START_MS });
    await haveAllReady();
  };

  it(
    'can be restarted one by one without a failed request',
    async () => {
      const load = new Load(balancer);
      for (const i of servers.keys()) await restart(i, 'SIGTERM');
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(load.counts.every((count) => count > 20)).toBe(true);
      expect(await load.findLost(database.url)).toEqual([]);
    },
    3 * START_MS,
  );

  it(
    'lose nothing if one is killed, and clients only retry',
    async () => {
      const load = new Load(balancer);
      await sleep(500);
      await restart(Math.floor(Math.random() * servers.length), 'SIGKILL');
      await load.stop();
      expect(load.failures.filter((failure) => !RETRYABLE.test(failure))).toEqual([]);
      expect(await load.findLost(database.url)).toEqual([]);
    },
    2 * START_MS,
  );
});

/** Exporters over HTTP and gRPC, and readers of lists. They work until they are stopped. */
class Load {
  readonly failures: string[] = [];
  /** Successful exports over HTTP, over gRPC, and reads. */
  readonly counts = [0, 0, 0];
  private readonly acknowledged: string[] = [];
  private readonly stopping = new AbortController();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly client: grpc.Client;
  private readonly workers: Promise<void>[];

  constructor(private readonly balancer: LoadBalancer) {
    this.client = new grpc.Client(balancer.grpcAddress, grpc.credentials.createInsecure());
    const exportOverHttp = (body: Buffer) => this.send('/v1/traces', body);
    const exportOverGrpc = (body: Buffer) => this.call(body);
    this.workers = [
      ...Array.from({ length: 3 }, () => this.repeat(0, () => this.export(exportOverHttp))),
      ...Array.from({ length: 3 }, () => this.repeat(1, () => this.export(exportOverGrpc))),
      ...LISTS.map((path) => this.repeat(2, () => this.send(path))),
    ];
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.workers);
    this.agent.destroy();
    this.client.close();
  }

  /** Returns the IDs of acknowledged spans that are not stored. */
  async findLost(databaseUrl: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ span_id: string }>('SELECT span_id FROM spans');
    await client.end();
    const stored = new Set(rows.map((row) => row.span_id));
    return this.acknowledged.filter((id) => !stored.has(id));
  }

  private async repeat(kind: number, work: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await work();
        this.counts[kind]! += 1;
      } catch (error) {
        this.failures.push((error as Error).message);
      }
      await sleep(PAUSE_MS);
    }
  }

  private async export(send: (body: Buffer) => Promise<void>): Promise<void> {
    const spans = Array.from({ length: SPANS_PER_REQUEST }, () => anOtlpSpan());
    await send(protobufRequest(spans));
    this.acknowledged.push(...spans.map(({ spanId }) => spanId));
  }

  /** @throws an error whose message is the status or the code of a broken connection. */
  private send(path: string, body?: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        `${this.balancer.url}${path}`,
        {
          method: body ? 'POST' : 'GET',
          agent: this.agent,
          headers: body && { 'content-type': 'application/x-protobuf' },
        },
        (response) => {
          response.resume();
          response.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)));
          response.on('end', () => {
            if (response.statusCode === 200) resolve();
            else reject(new Error(String(response.statusCode)));
          });
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)));
      request.end(body);
    });
  }

  /** @throws an error whose message contains the status. */
  private call(message: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(EXPORT, asIs, asIs, message, (error) =>
        error ? reject(new Error(`gRPC ${error.code}`)) : resolve(),
      );
    });
  }
}
