import { createClient } from '@arizeai/phoenix-client';
import { register } from '@arizeai/phoenix-otel';
import { Metadata } from '@grpc/grpc-js';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';

/** The published clients, unmodified, with a server that requires keys. */
describe('published clients with a key', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const spansIn = (project: string) =>
    server.sql(
      'SELECT s.name FROM spans s JOIN projects p ON p.id = s.project_id WHERE p.name = $1',
      [project],
    );

  const clientWith = (key: string) =>
    createClient({ options: { baseUrl: server.url, headers: bearer(key) } });

  it('read what their owner can read', async () => {
    const { VIEWER } = server.accounts;
    const { data, response } = await clientWith(VIEWER.key).GET('/v1/projects');
    expect(response.status).toBe(200);
    expect(data?.data.map(({ name }) => name)).toEqual(['default']);
  });

  it.each([
    ['no key', ''],
    ['a wrong key', `spd_${'x'.repeat(43)}`],
  ])('get an error with %s', async (_, key) => {
    await expect(clientWith(key).GET('/v1/projects')).rejects.toThrow('401 Unauthorized');
  });

  it.each([
    ['a key as the secret', ({ key }: { key: string }) => key, 'ask'],
    ['another secret', () => 'sk-lf-1', undefined],
  ])('send spans to the address of Langfuse with %s', async (title, secretOf, name) => {
    const credentials = Buffer.from(`pk-lf-1:${secretOf(server.accounts.MEMBER)}`).toString(
      'base64',
    );
    const exporter = new JsonExporter({
      url: `${server.url}/api/public/otel/v1/traces`,
      headers: { authorization: `Basic ${credentials}` },
    });
    await exportSpan(title, exporter);
    expect((await spansIn(title))[0]?.['name']).toBe(name);
  });

  it('send spans with @arizeai/phoenix-otel', async () => {
    const { MEMBER } = server.accounts;
    const provider = register({
      projectName: 'by otel',
      url: server.url,
      apiKey: MEMBER.key,
      batch: false,
      global: false,
    });
    provider.getTracer('test').startSpan('answer').end();
    await provider.forceFlush();
    await provider.shutdown();
    expect(await spansIn('by otel')).toEqual([{ name: 'answer' }]);
  });

  it('send spans over HTTP and gRPC, except viewers and without a key', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const ingestOnly = await server.createKey(MEMBER.userId, { scope: 'ingest' });
    const senders: [string, string | null, boolean][] = [
      ['a member', MEMBER.key, true],
      ['the system', server.systemKey, true],
      ['the admin secret', server.adminSecret, true],
      ['an ingest-only key', ingestOnly, true],
      ['a viewer', VIEWER.key, false],
      ['nobody', null, false],
    ];
    for (const [name, key, isStored] of senders) {
      const metadata = new Metadata();
      if (key) metadata.set('authorization', `Bearer ${key}`);
      await exportSpan(
        `${name} over HTTP`,
        new JsonExporter({ url: `${server.url}/v1/traces`, headers: key ? bearer(key) : {} }),
      );
      await exportSpan(
        `${name} over gRPC`,
        new GrpcExporter({ url: `http://${server.grpcAddress}`, metadata }),
      );
      const expected = isStored ? [{ name: 'ask' }] : [];
      expect([name, await spansIn(`${name} over HTTP`)]).toEqual([name, expected]);
      expect([name, await spansIn(`${name} over gRPC`)]).toEqual([name, expected]);
    }
  });

  it('stop sending as soon as the key is deleted', async () => {
    const { MEMBER } = server.accounts;
    const key = await server.createKey(MEMBER.userId);
    const send = () =>
      exportSpan(
        'deleted key',
        new JsonExporter({ url: `${server.url}/v1/traces`, headers: bearer(key) }),
      );
    await send();
    await server.sql('DELETE FROM api_keys WHERE prefix = $1', [key.slice(0, 12)]);
    await send();
    expect(await spansIn('deleted key')).toHaveLength(1);
  });
});

async function exportSpan(project: string, exporter: SpanExporter): Promise<void> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'openinference.project.name': project }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  provider.getTracer('test').startSpan('ask').end();
  await provider.forceFlush().catch(() => undefined);
  await provider.shutdown().catch(() => undefined);
}
