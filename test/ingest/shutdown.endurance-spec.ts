import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WebSocket } from 'ws';
import { createAuthority } from '../support/certificates.js';
import { type ChildServer, spawnServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { anOtlpSpan, postTraces, protobufRequest } from './otlp.js';

const SENDERS = 8;
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const EMPTY_SETTINGS = '\0\0\0\x04\0\0\0\0\0';
const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** A client that exports once and keeps its connection. */
const CLIENT = `
  import * as grpc from '@grpc/grpc-js';
  const client = new grpc.Client(process.argv[1], grpc.credentials.createInsecure());
  const same = (bytes) => bytes;
  client.makeUnaryRequest('${EXPORT}', same, same, Buffer.alloc(0), () => console.log('answered'));
  setInterval(() => undefined, 1000);
`;

describe('SIGTERM under load', () => {
  it('responds to all accepted requests and stops in time, even if senders continue', async () => {
    const database = await createTestDatabase();
    const server = await startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const done = new AbortController();
    const sender = async (): Promise<void> => {
      while (!done.signal.aborted) {
        const spans = Array.from({ length: 50 }, () => anOtlpSpan());
        const response = await postTraces(server.url, protobufRequest(spans)).catch(() => null);
        if (!response) return;
        statuses.add(response.status);
        acknowledged.push(...spans.map((span) => span.spanId));
      }
    };
    const senders = Array.from({ length: SENDERS }, sender);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const asked = Date.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    done.abort();
    await Promise.all(senders);
    expect(statuses).toEqual(new Set([200]));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ span_id: string }>('SELECT span_id FROM spans');
    await client.end();
    await database.drop();
    const there = new Set(rows.map((row) => row.span_id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  }, 60_000);
});

describe('SIGTERM while peers do not answer', () => {
  const leftovers: (() => unknown)[] = [];
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spandrel-shutdown-'));
  });
  afterEach(async () => {
    for (const end of leftovers.splice(0)) end();
    await rm(directory, { recursive: true, force: true });
  });

  /** Starts a server with its own database, and returns how long it takes to stop. */
  async function stopWith(
    env: Record<string, string>,
    peers: (server: ChildServer) => Promise<void>,
  ): Promise<number> {
    const database = await createTestDatabase();
    const server = await startChildServer({ env: { SPANDREL_DATABASE_URL: database.url, ...env } });
    await peers(server);
    const asked = Date.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    const took = Date.now() - asked;
    await database.drop();
    return took;
  }

  async function open(port: number, sent: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    leftovers.push(() => socket.destroy());
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    if (sent) socket.write(sent);
    return socket;
  }

  it('ends soon if nothing is being answered, whatever state connections are in', async () => {
    const took = await stopWith({}, async ({ url, port, grpcPort }) => {
      for (const sent of ['', PREFACE.slice(0, 10), PREFACE, PREFACE + EMPTY_SETTINGS]) {
        await open(grpcPort, sent);
      }
      for (const sent of ['', 'GET / HT', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAcc']) {
        await open(port, sent);
      }
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      leftovers.push(() => socket.terminate());
      socket.on('error', () => undefined);
      await once(socket, 'open');
      socket.pause();
      const address = `127.0.0.1:${grpcPort}`;
      const client = spawn(process.execPath, ['--input-type=module', '-e', CLIENT, address]);
      leftovers.push(() => client.kill('SIGKILL'));
      await once(client.stdout, 'data');
      client.kill('SIGSTOP');
    });
    expect(took).toBeLessThan(10_000);
  }, 60_000);

  it('ends soon if TLS handshakes are not finished', async () => {
    const authority = createAuthority();
    const own = authority.issue('localhost', '127.0.0.1');
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    await writeFile(cert, own.cert);
    await writeFile(key, own.key);
    const database = await createTestDatabase();
    const server = await spawnServer({
      env: {
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_TLS_ENABLED: 'true',
        SPANDREL_TLS_CERT_FILE: cert,
        SPANDREL_TLS_KEY_FILE: key,
      },
    });
    const isReady = () => Promise.resolve(server.output().includes('Spandrel is ready'));
    await eventually('the start of the server', isReady, { withinMs: 60_000 });
    for (const port of [server.port, server.grpcPort]) {
      await open(port, '');
      await open(port, '\x16\x03\x01\x02');
    }
    const asked = Date.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    await database.drop();
  }, 90_000);

  it('ends within 30 seconds if requests stay unfinished', async () => {
    const took = await stopWith({}, async ({ port, grpcPort }) => {
      await open(
        port,
        'POST /v1/traces HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-protobuf\r\n' +
          'Content-Length: 1000\r\n\r\nhalf',
      );
      const session = connectHttp2(`http://127.0.0.1:${grpcPort}`);
      leftovers.push(() => session.destroy());
      session.on('error', () => undefined);
      const call = session.request({
        ':method': 'POST',
        ':path': EXPORT,
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      call.on('error', () => undefined);
      call.write(Buffer.from([0, 0, 0, 1, 0, 42]));
      await once(session, 'remoteSettings');
    });
    expect(took).toBeLessThan(30_000);
  }, 90_000);

  it('ends within 30 seconds if the database stops answering', async () => {
    const database = await createTestDatabase();
    const proxy = await DatabaseProxy.start(database.url);
    const server = await startChildServer({ env: { SPANDREL_DATABASE_URL: proxy.url } });
    proxy.hang();
    void fetch(`${server.url}/v1/projects`).catch(() => undefined);
    const asked = Date.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(30_000);
    await proxy.stop();
    await database.drop();
  }, 90_000);
});
