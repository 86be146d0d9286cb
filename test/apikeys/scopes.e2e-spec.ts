import * as grpc from '@grpc/grpc-js';
import { anOtlpSpan, jsonRequest, newTraceId, protobufRequest } from '../ingest/otlp.js';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

describe('the scope of an API key', () => {
  let server: SecuredServer;
  let grpcClient: grpc.Client;
  let mine: { id: number; name: string };
  let other: { id: number; name: string };
  let otherTrace: string;
  let keys: Record<'full' | 'read' | 'ingest' | 'project' | 'ingestProject', string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    const { userId } = server.accounts.ADMIN;
    mine = await aProject(server, { name: 'mine' });
    other = await aProject(server, { name: 'other' });
    keys = {
      full: await server.createKey(userId),
      read: await server.createKey(userId, { scope: 'read' }),
      ingest: await server.createKey(userId, { scope: 'ingest' }),
      project: await server.createKey(userId, { projectId: mine.id }),
      ingestProject: await server.createKey(userId, { scope: 'ingest', projectId: mine.id }),
    };
    grpcClient = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    otherTrace = newTraceId();
    await send(keys.full, { traceId: otherTrace, project: 'other' }).expect(200);
  });
  afterAll(async () => {
    grpcClient.close();
    await server.stop();
  });

  const get = (key: string, path: string) => server.request.get(path).set(bearer(key));
  const send = (key: string, { traceId = newTraceId(), project = 'default', header = '' } = {}) =>
    server.request
      .post('/v1/traces')
      .set(bearer(key))
      .set('content-type', 'application/json')
      .set(header ? { 'x-project-name': header } : {})
      .send(jsonRequest([anOtlpSpan({ traceId })], { project }));
  const sendGrpc = (key: string, traceId: string, header?: string, project = 'default') =>
    new Promise<grpc.status>((resolve) => {
      const metadata = new grpc.Metadata();
      metadata.set('authorization', `Bearer ${key}`);
      if (header) metadata.set('x-project-name', header);
      const same = (bytes: Buffer): Buffer => bytes;
      const body = protobufRequest([anOtlpSpan({ traceId })], { project });
      grpcClient.makeUnaryRequest(EXPORT, same, same, body, metadata, (error) =>
        resolve(error?.code ?? grpc.status.OK),
      );
    });
  const projectOf = async (traceId: string) => {
    const rows = await server.sql<{ name: string }>(
      `SELECT p.name FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.trace_id = $1`,
      [traceId],
    );
    return rows[0]?.name;
  };
  const gql = async (key: string, query: string) => {
    const { body } = await server.request.post('/graphql').set(bearer(key)).send({ query });
    return (body.errors?.[0]?.message as string | undefined) ?? 'ok';
  };

  describe('ingest', () => {
    it('sends spans over HTTP and gRPC, and into a project by name', async () => {
      expect((await send(keys.ingest)).status).toBe(200);
      const traceId = newTraceId();
      expect(await sendGrpc(keys.ingest, traceId)).toBe(grpc.status.OK);
      expect(await projectOf(traceId)).toBe('default');
      const created = await server.request
        .post('/v1/projects/mine/spans')
        .set(bearer(keys.ingest))
        .send({ data: [] });
      expect(created.status).toBe(202);
    });

    it.each([
      '/v1/projects',
      '/v1/projects/mine',
      '/v1/projects/mine/spans',
      '/v1/projects/mine/traces',
      '/v1/projects/mine/spans/otlpv1',
      '/v1/sessions',
      '/v1/user/api_keys',
      '/v1/users/api_keys',
      '/v1/system/api_keys',
      '/v1/audit_events',
      '/v1/audit_events/export?format=csv',
    ])('reads nothing: %s', async (path) => {
      const response = await get(keys.ingest, path);
      expect([response.status, response.text]).toEqual([403, 'This API key can only send spans.']);
    });

    it('neither reads nor writes over GraphQL', async () => {
      for (const query of [
        '{ projectCount }',
        '{ viewer { id } }',
        '{ secrets { edges { cursor } } }',
        '{ node(id: "UHJvamVjdDox") { id } }',
        'mutation { createProject(input: { name: "x" }) { project { id } } }',
      ]) {
        expect(await gql(keys.ingest, query)).toBe('This API key can only send spans.');
      }
    });

    it('can neither delete nor change anything', async () => {
      const deletion = server.request.delete(`/v1/traces/${otherTrace}`).set(bearer(keys.ingest));
      expect((await deletion).status).toBe(403);
      const secrets = [{ key: 'A', value: 'x' }];
      const put = server.request.put('/v1/secrets').set(bearer(keys.ingest)).send({ secrets });
      expect((await put).status).toBe(403);
    });
  });

  describe('read', () => {
    it('reads what its owner can read', async () => {
      for (const path of ['/v1/projects', '/v1/users/api_keys', '/v1/user/api_keys']) {
        expect((await get(keys.read, path)).status).toBe(200);
      }
      expect(await gql(keys.read, '{ projectCount }')).toBe('ok');
      expect(await gql(keys.read, '{ userApiKeys { id } }')).toBe('ok');
    });

    it('writes nothing over REST', async () => {
      const as = bearer(keys.read);
      const answers = await Promise.all([
        server.request.post('/v1/projects').set(as).send({ name: 'x' }),
        server.request.put('/v1/projects/mine').set(as).send({ description: 'x' }),
        server.request.delete('/v1/projects/mine').set(as),
        server.request.delete(`/v1/traces/${otherTrace}`).set(as),
        server.request.post('/v1/projects/mine/spans').set(as).send({ data: [] }),
        server.request
          .put('/v1/secrets')
          .set(as)
          .send({ secrets: [{ key: 'A', value: 'x' }] }),
        server.request.delete(`/v1/user/api_keys/${globalId('UserApiKey', 1)}`).set(as),
        server.request.delete(`/v1/system/api_keys/${globalId('SystemApiKey', 1)}`).set(as),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(403));
    });

    it('writes nothing over GraphQL, not even about its owner', async () => {
      for (const mutation of [
        'patchViewer(input: { newUsername: "x" }) { user { id } }',
        'createProject(input: { name: "x" }) { project { id } }',
        'deleteUserApiKey(input: { id: "x" }) { apiKeyId }',
        'upsertOrDeleteSecrets(input: { secrets: [{ key: "A" }] }) { deletedIds }',
      ]) {
        expect(await gql(keys.read, `mutation { ${mutation} }`)).toBe('This API key is read-only.');
      }
    });

    it('sends no spans', async () => {
      expect((await send(keys.read)).status).toBe(403);
      expect(await sendGrpc(keys.read, newTraceId())).toBe(grpc.status.PERMISSION_DENIED);
    });
  });

  describe('of one project', () => {
    const refusal = 'This API key works only for the project "mine".';

    it('reads and writes that project, by name and by ID', async () => {
      for (const identifier of ['mine', globalId('Project', mine.id)]) {
        for (const path of ['', '/spans', '/traces', '/sessions', '/spans/otlpv1']) {
          const response = await get(keys.project, `/v1/projects/${identifier}${path}`);
          expect([path, response.status]).toEqual([path, 200]);
        }
      }
      const put = server.request.put('/v1/projects/mine').set(bearer(keys.project));
      expect((await put.send({ description: 'changed' })).status).toBe(200);
    });

    it('reaches no other project and nothing outside projects', async () => {
      for (const path of [
        '/v1/projects',
        '/v1/projects/other',
        '/v1/projects/other/spans',
        `/v1/projects/${globalId('Project', other.id)}`,
        `/v1/projects/${globalId('Project', other.id)}/traces`,
        '/v1/projects/MINE',
        '/v1/projects/mine%20',
        '/v1/projects/nowhere',
        '/v1/sessions',
        '/v1/sessions?project_identifier=mine',
        '/v1/sessions/x',
        `/redirects/traces/${otherTrace}`,
        '/redirects/projects/other',
        '/v1/user/api_keys',
        '/v1/audit_events',
      ]) {
        const response = await get(keys.project, path);
        expect([path, response.status, response.text]).toEqual([path, 403, refusal]);
      }
    });

    it('changes no trace by ID, not even in its own project', async () => {
      const as = bearer(keys.project);
      const answers = await Promise.all([
        server.request.delete(`/v1/traces/${otherTrace}`).set(as),
        server.request.delete(`/v1/spans/${globalId('Span', 1)}`).set(as),
        server.request.delete('/v1/sessions/x').set(as),
        server.request
          .post('/v1/sessions/delete')
          .set(as)
          .send({ session_identifiers: ['x'] }),
        server.request
          .post('/v1/traces/transfer')
          .set(as)
          .send({ trace_identifiers: [otherTrace], project_identifier: 'mine' }),
        server.request.post('/v1/projects').set(as).send({ name: 'x' }),
        server.request.post('/v1/projects/other/spans').set(as).send({ data: [] }),
        server.request
          .put('/v1/secrets')
          .set(as)
          .send({ secrets: [{ key: 'A', value: 'x' }] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(403));
      expect(await projectOf(otherTrace)).toBe('other');
    });

    it('does not work over GraphQL', async () => {
      for (const query of [
        '{ projectCount }',
        '{ viewer { id } }',
        `{ node(id: "${globalId('Project', mine.id)}") { id } }`,
        '{ getProjectByName(name: "mine") { id } }',
        'mutation { createProject(input: { name: "x" }) { project { id } } }',
      ]) {
        expect(await gql(keys.project, query)).toBe(refusal);
      }
    });

    it.each(['project', 'ingestProject'] as const)(
      'stores all spans sent with it (%s) in that project, whatever project they name',
      async (name) => {
        const traceId = newTraceId();
        expect((await send(keys[name], { traceId, project: 'other' })).status).toBe(200);
        expect(await projectOf(traceId)).toBe('mine');
        const overGrpc = newTraceId();
        const status = await sendGrpc(keys[name], overGrpc, undefined, 'other');
        expect([status, await projectOf(overGrpc)]).toEqual([grpc.status.OK, 'mine']);
        expect((await send(keys[name], { header: 'mine' })).status).toBe(200);
      },
    );

    it('sends nothing to another project by name', async () => {
      const traceId = newTraceId();
      const response = await send(keys.project, { traceId, header: 'other' });
      expect([response.status, response.text]).toEqual([403, refusal]);
      expect(await sendGrpc(keys.project, traceId, 'other')).toBe(grpc.status.PERMISSION_DENIED);
      expect(await projectOf(traceId)).toBeUndefined();
    });

    it('does not reach a project whose ID equals the name of its own', async () => {
      const disguised = await aProject(server, { name: globalId('Project', other.id) });
      const key = await server.createKey(server.accounts.ADMIN.userId, {
        projectId: disguised.id,
      });
      const path = `/v1/projects/${encodeURIComponent(disguised.name)}`;
      expect((await get(key, path)).status).toBe(403);
      expect((await get(key, `${path}/spans`)).status).toBe(403);
      expect((await get(key, `/v1/projects/${globalId('Project', disguised.id)}`)).status).toBe(
        200,
      );
      const created = server.request.post(`${path}/spans`).set(bearer(key)).send({ data: [] });
      expect((await created).status).toBe(403);
      const traceId = newTraceId();
      expect((await send(key, { traceId })).status).toBe(200);
      expect(await projectOf(traceId)).toBe(disguised.name);
    });

    it('reads nothing of it if limited to ingestion', async () => {
      expect((await get(keys.ingestProject, '/v1/projects/mine')).status).toBe(403);
      const body = { data: [] };
      const as = bearer(keys.ingestProject);
      const own = await server.request.post('/v1/projects/mine/spans').set(as).send(body);
      expect(own.status).toBe(202);
      const foreign = await server.request.post('/v1/projects/other/spans').set(as).send(body);
      expect(foreign.status).toBe(403);
    });
  });

  it('never exceeds the current rights of its owner', async () => {
    const { userId } = await server.createAccount('MEMBER');
    const key = await server.createKey(userId, { scope: 'ingest' });
    expect((await send(key)).status).toBe(200);
    await server.sql("UPDATE users SET role = 'VIEWER' WHERE id = $1", [userId]);
    expect((await send(key)).status).toBe(403);
    expect(await sendGrpc(key, newTraceId())).toBe(grpc.status.PERMISSION_DENIED);
  });
});
