import { readFileSync } from 'node:fs';
import * as grpc from '@grpc/grpc-js';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { AccessMatrix } from '../access/handlers.js';
import { sampleOperation } from '../access/sample-operation.js';
import { anOtlpSpan, protobufRequest } from '../ingest/otlp.js';
import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { StorageMonitor } from '../support/built.js';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.js';

const CAPACITY = 'SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES';
const REFUSAL = 'Nothing new is stored until something is deleted.';

const matrix = JSON.parse(
  readFileSync(new URL('../access/matrix.json', import.meta.url), 'utf8'),
) as Record<'rest' | 'graphql', AccessMatrix>;

/** Whether the matrix lets a call through while nothing new is stored. */
function isOpen(access: string, isRead: boolean): boolean {
  const opens = /changes nothing itself|while storage is full too/;
  return isRead || access.startsWith('public') || opens.test(access);
}

describe('while nothing new is stored', () => {
  let mail: MailServer;
  let server: SecuredServer;
  let admin: Record<string, string>;

  beforeAll(async () => {
    mail = await startMailServer();
    server = await startSecuredServer({
      ...mail.env,
      [CAPACITY]: '0.001',
      SPANDREL_SUPPORT_EMAIL: 'ops@example.com',
    });
    admin = bearer(server.accounts.ADMIN.key);
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });

  it.each(Object.entries(matrix.rest))('%s answers as it should', async (route, access) => {
    const [verb, pattern] = route.split(' ') as [string, string];
    const method = verb.toLowerCase() as 'get';
    const path = pattern.replaceAll(/[:*]\w+/g, 'sample');
    // Only a session may create keys.
    const headers = access.includes('no API keys') ? cookieOf(server.accounts.ADMIN) : admin;
    const response = await server.request[method](path).set(headers).redirects(0);
    const isRead = verb === 'GET' || verb === 'DELETE';
    // Exporters drop spans after 507.
    const refusal = route === 'POST /v1/traces' ? 503 : 507;
    expect(response.status === refusal).toBe(!isOpen(access, isRead));
    if (response.status === refusal) {
      expect(response.text).toMatch(/^The database uses \d+ % of the 1\.02 MiB/);
      expect(response.text).toContain(REFUSAL);
      expect(response.text).toContain('write to ops@example.com');
      expect(response.headers['retry-after']).toBe('60');
    }
  });

  it.each(Object.entries(matrix.graphql))('%s answers as it should', async (field, access) => {
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const response = await server.request
      .post('/graphql')
      .set(cookieOf(server.accounts.ADMIN))
      .set('accept', field.startsWith('Subscription.') ? 'text/event-stream' : 'application/json')
      .send({ query: sampleOperation(schema, field) });
    const isRefused = response.text.includes('"code":"INSUFFICIENT_STORAGE"');
    expect(isRefused).toBe(!isOpen(access, field.startsWith('Query.')));
    expect(response.text.includes(REFUSAL)).toBe(isRefused);
  });

  it('OTLP over HTTP and gRPC asks exporters to come back', async () => {
    const span = anOtlpSpan();
    const overHttp = await server.request
      .post('/v1/traces')
      .set(admin)
      .set('content-type', 'application/x-protobuf')
      .send(protobufRequest([span]));
    expect([overHttp.status, overHttp.headers['retry-after']]).toEqual([503, '60']);

    const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    const metadata = new grpc.Metadata();
    metadata.set('authorization', admin['Authorization']!);
    const same = (bytes: Buffer): Buffer => bytes;
    const error = await new Promise<grpc.ServiceError | null>((resolve) => {
      client.makeUnaryRequest(
        '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        same,
        same,
        protobufRequest([span]),
        metadata,
        (refusal) => resolve(refusal),
      );
    });
    client.close();
    expect(error).toMatchObject({ code: grpc.status.UNAVAILABLE });
    const details = error!.metadata.get('grpc-status-details-bin')[0] as Buffer;
    expect(details.toString('latin1')).toContain('google.rpc.RetryInfo');
    expect(await server.sql('SELECT FROM spans')).toEqual([]);
  });

  it('tells a viewer of the missing role, not of the storage', async () => {
    const viewer = bearer(server.accounts.VIEWER.key);
    const response = await server.request.post('/v1/projects').set(viewer).send({ name: 'new' });
    expect(response.status).toBe(403);
  });

  it('everyone can see why, and administrators how much is used', async () => {
    const viewer = cookieOf(server.accounts.VIEWER);
    const status = await server.gqlAs<{ serverStatus: Record<string, unknown> }>(
      viewer,
      '{ serverStatus { insufficientStorage storageAdvice } }',
    );
    expect(status.data!.serverStatus).toEqual({
      insufficientStorage: true,
      storageAdvice: expect.stringContaining(REFUSAL),
    });
    const query = '{ dbStorageUse { usedBytes reusableBytes capacityBytes freeDiskBytes } }';
    expect((await server.gqlAs(viewer, query)).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
    const use = await server.gqlAs(admin, query);
    expect(use.data).toEqual({
      dbStorageUse: {
        usedBytes: expect.any(Number),
        reusableBytes: expect.any(Number),
        capacityBytes: expect.closeTo(2 ** 30 / 1000, 0),
        freeDiskBytes: null,
      },
    });
  });

  it('administrators and the support get an email once a day', async () => {
    const { email } = server.accounts.ADMIN;
    const monitor = server.app.get(StorageMonitor, { strict: false });
    const claims = () => server.sql<{ sent_at: Date }>('SELECT sent_at FROM storage_warnings');
    // The warning at the start of the server came before these accounts.
    const anotherDay = () =>
      server.sql("UPDATE storage_warnings SET sent_at = now() - interval '25 hours'");
    const warnedBefore = mail.mails.length;
    await anotherDay();
    await monitor.look();
    const sent = await mail.next(email);
    expect(sent.headers['subject']).toBe('[Spandrel] Storage is running out');
    expect(sent.text).toContain('/settings/data');
    expect(sent.headers['cc']).toBe('ops@example.com');
    expect(sent.recipients).toEqual([email, 'ops@example.com']);
    expect(linkOf(sent, 'support-email')).toBe('mailto:ops@example.com');

    const [first] = await claims();
    await monitor.look();
    expect(await claims()).toEqual([first]);
    await anotherDay();
    await monitor.look();
    await mail.next(email);
    expect(mail.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(2);
    expect(mail.mails).toHaveLength(warnedBefore + 2);
    const { MEMBER, VIEWER } = server.accounts;
    const others = mail.mails.flatMap(({ recipients }) => recipients);
    expect(others).not.toContain(MEMBER.email);
    expect(others).not.toContain(VIEWER.email);
  });
});
