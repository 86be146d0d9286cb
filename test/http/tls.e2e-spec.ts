import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { anOtlpSpan, protobufRequest } from '../ingest/otlp.js';
import { createAuthority, type TestCertificate } from '../support/certificates.js';
import { startTestServer, type TestServer } from '../support/server.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
/** SNI does not allow addresses, so the client must request a name. */
const SERVER_NAME = { 'grpc.ssl_target_name_override': 'localhost' };
const same = (bytes: Buffer): Buffer => bytes;

describe('TLS with an encrypted key and client certificates', () => {
  const authority = createAuthority();
  const stranger = createAuthority('Somebody else').issue('client');
  const client = authority.issue('client');
  let folder: string;
  let server: TestServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spandrel-tls-'));
    const own = authority.issue('localhost', '127.0.0.1');
    await writeFile(join(folder, 'cert.pem'), own.cert);
    await writeFile(join(folder, 'key.pem'), own.encryptedKey('open sesame'));
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    server = await startTestServer({
      SPANDREL_TLS_ENABLED: 'true',
      SPANDREL_TLS_CERT_FILE: join(folder, 'cert.pem'),
      SPANDREL_TLS_KEY_FILE: join(folder, 'key.pem'),
      SPANDREL_TLS_KEY_FILE_PASSWORD: 'open sesame',
      SPANDREL_TLS_CA_FILE: join(folder, 'ca.pem'),
      SPANDREL_TLS_VERIFY_CLIENT: 'true',
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const address = (): RequestOptions => ({
    host: '127.0.0.1',
    port: new URL(server.url).port,
    servername: 'localhost',
    agent: false,
  });

  const get = (path: string, options: RequestOptions): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      secureRequest({ ...address(), path, ...options }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end();
    });

  const exportSpans = async (credentials: grpc.ChannelCredentials): Promise<string> => {
    const connection = new grpc.Client(server.grpcAddress, credentials, SERVER_NAME);
    const span = anOtlpSpan();
    const deadline = Date.now() + 5_000;
    const result = await new Promise<string>((resolve) => {
      connection.makeUnaryRequest(
        EXPORT,
        same,
        same,
        protobufRequest([span]),
        new grpc.Metadata(),
        { deadline },
        (error: grpc.ServiceError | null) => resolve(error ? grpc.status[error.code] : 'stored'),
      );
    });
    connection.close();
    return result;
  };

  const channel = (certificate?: TestCertificate) =>
    grpc.credentials.createSsl(
      Buffer.from(authority.ca),
      certificate ? Buffer.from(certificate.key) : null,
      certificate ? Buffer.from(certificate.cert) : null,
    );

  it('accepts a client with a certificate, over HTTP and gRPC', async () => {
    const trusted = { ca: authority.ca, cert: client.cert, key: client.key };
    expect(await get('/v1/projects', trusted)).toBe(200);
    expect(await exportSpans(channel(client))).toBe('stored');
  });

  it('refuses a client without a certificate', async () => {
    await expect(get('/healthz', { ca: authority.ca })).rejects.toThrow();
    expect(await exportSpans(channel())).toBe('UNAVAILABLE');
  });

  it('refuses a certificate of another authority', async () => {
    const { cert, key } = stranger;
    await expect(get('/healthz', { ca: authority.ca, cert, key })).rejects.toThrow();
    expect(await exportSpans(channel(stranger))).toBe('UNAVAILABLE');
  });

  it('refuses a client without TLS', async () => {
    const { port } = new URL(server.url);
    const plain = new Promise((resolve, reject) => {
      plainRequest({ host: '127.0.0.1', port, path: '/healthz' }, resolve)
        .on('error', reject)
        .end();
    });
    await expect(plain).rejects.toThrow();
    expect(await exportSpans(grpc.credentials.createInsecure())).toBe('UNAVAILABLE');
  });

  it('requires https from then on', async () => {
    const trusted = { ca: authority.ca, cert: client.cert, key: client.key };
    const header = await new Promise((resolve, reject) => {
      secureRequest({ ...address(), path: '/', ...trusted }, (response) => {
        response.resume();
        resolve(response.headers['strict-transport-security']);
      })
        .on('error', reject)
        .end();
    });
    expect(header).toBe('max-age=31536000');
  });
});

describe('TLS on one listener', () => {
  it('leaves the other listener unchanged', async () => {
    const authority = createAuthority();
    const own = authority.issue('localhost', '127.0.0.1');
    const folder = await mkdtemp(join(tmpdir(), 'spandrel-tls-'));
    await writeFile(join(folder, 'cert.pem'), own.cert);
    await writeFile(join(folder, 'key.pem'), own.key);
    const server = await startTestServer({
      SPANDREL_TLS_ENABLED_FOR_GRPC: 'true',
      SPANDREL_TLS_CERT_FILE: join(folder, 'cert.pem'),
      SPANDREL_TLS_KEY_FILE: join(folder, 'key.pem'),
    });
    await server.request.get('/healthz').expect(200);
    const connection = new grpc.Client(
      server.grpcAddress,
      grpc.credentials.createSsl(Buffer.from(authority.ca)),
      SERVER_NAME,
    );
    await new Promise<void>((resolve, reject) => {
      connection.waitForReady(Date.now() + 5_000, (error) => (error ? reject(error) : resolve()));
    });
    connection.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });
});
