import * as grpc from '@grpc/grpc-js';
import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import {
  CLI,
  connect,
  createProof,
  approve,
  refresh,
  sendForm,
} from '../../support/application.js';
import type { Tokens } from '../../support/application.js';
import { Authenticator } from '../../support/built.js';
import { anOtlpSpan, protobufRequest } from '../../ingest/otlp.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const same = (bytes: Buffer): Buffer => bytes;

describe('tokens that are limited to a part of the server', () => {
  let server: SecuredServer;
  let client: grpc.Client;
  let unlimited: Tokens;
  let whole: Tokens;
  let mcp: Tokens;

  beforeAll(async () => {
    server = await startSecuredServer();
    client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    const { cookie } = server.accounts.MEMBER;
    unlimited = await connectTo();
    whole = await connectTo(server.url);
    mcp = await connect(server, cookie, { resource: `${server.url}/mcp` });
    await connectTo(`${server.url}/`);
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  const connectTo = (resource?: string) =>
    connect(server, server.accounts.MEMBER.cookie, resource === undefined ? {} : { resource });

  /** Returns the status of a request of each kind. */
  const use = async ({ access_token: token }: Tokens) => {
    const headers = bearer(token);
    const rest = await server.request.get('/v1/projects').set(headers);
    const graphql = await server.request
      .post('/graphql')
      .set(headers)
      .send({ query: '{ viewer { username } }' });
    const large = await server.request
      .post('/v1/projects')
      .set(headers)
      .send({ name: 'x'.repeat(200_000) });
    const otlp = await server.request
      .post('/v1/traces')
      .set({ ...headers, 'Content-Type': 'application/x-protobuf' })
      .send(protobufRequest([anOtlpSpan()]));
    return {
      rest: rest.status,
      graphql: graphql.status,
      large: large.status,
      otlp: otlp.status,
      grpc: await exportSpans(token),
      text: rest.status === 401 ? rest.text : '',
      mcp: await isAcceptedByMcp(token),
    };
  };

  const exportSpans = (token: string) => {
    const metadata = new grpc.Metadata();
    metadata.set('authorization', `Bearer ${token}`);
    const message = protobufRequest([anOtlpSpan()]);
    return new Promise<grpc.status>((resolve) => {
      const settle = (error: grpc.ServiceError | null) => resolve(error?.code ?? grpc.status.OK);
      client.makeUnaryRequest(EXPORT, same, same, message, metadata, settle);
    });
  };

  const isAcceptedByMcp = (token: string): Promise<boolean> =>
    server.app
      .get(Authenticator)
      .identify({ authorization: `Bearer ${token}` }, 'mcp')
      .then(
        () => true,
        () => false,
      );

  const ACCEPTED = { rest: 200, graphql: 200, otlp: 200, grpc: grpc.status.OK, mcp: true };

  it('work everywhere if they are not limited', async () => {
    expect(await use(unlimited)).toMatchObject(ACCEPTED);
  });

  it('work everywhere if they are for this server', async () => {
    expect(await use(whole)).toMatchObject(ACCEPTED);
  });

  it('work only at the MCP endpoint if they are for that', async () => {
    expect(await use(mcp)).toEqual({
      rest: 401,
      graphql: 401,
      large: 401,
      otlp: 401,
      grpc: grpc.status.UNAUTHENTICATED,
      text: 'Token is not valid for this resource',
      mcp: true,
    });
  });

  it('are not made wider by an exchange or a refresh', async () => {
    const { verifier, challenge } = createProof();
    const form = {
      grant_type: 'authorization_code',
      code_verifier: verifier,
      code: await approve(server, server.accounts.MEMBER.cookie, challenge, {
        resource: `${server.url}/mcp`,
      }),
      ...CLI,
    };
    const wider = await sendForm(server, 'token', { ...form, resource: server.url });
    expect(wider.status).toBe(400);
    expect(wider.body).toMatchObject({ error: 'invalid_target' });
    const first = (await sendForm(server, 'token', form)).body as Tokens;
    expect((await use(first)).rest).toBe(401);

    const refused = await refresh(server, first.refresh_token, { resource: server.url });
    expect(refused.body).toMatchObject({ error: 'invalid_target' });
    const second = (await refresh(server, first.refresh_token)).body as Tokens;
    expect(await use(second)).toMatchObject({ rest: 401, mcp: true });
    const named = await refresh(server, second.refresh_token, { resource: `${server.url}/mcp` });
    expect(named.status).toBe(200);
  });

  it.each(['', '/mcp'])(
    'are not limited to "%s" afterwards if the user approved no resource',
    async (path) => {
      const resource = server.url + path;
      const { verifier, challenge } = createProof();
      const code = await approve(server, server.accounts.MEMBER.cookie, challenge);
      const form = { grant_type: 'authorization_code', code_verifier: verifier, code, ...CLI };
      const exchanged = await sendForm(server, 'token', { ...form, resource });
      expect(exchanged.status).toBe(400);
      expect(exchanged.body).toMatchObject({ error: 'invalid_target' });
      // Neither the code nor the refresh token is used up.
      const first = (await sendForm(server, 'token', form)).body as Tokens;
      const refreshed = await refresh(server, first.refresh_token, { resource });
      expect(refreshed.status).toBe(400);
      expect(refreshed.body).toMatchObject({ error: 'invalid_target' });
      const second = (await refresh(server, first.refresh_token)).body as Tokens;
      expect(await use(second)).toMatchObject(ACCEPTED);
    },
  );

  it('can be made narrower, and stay so', async () => {
    const first = await connectTo(server.url);
    const narrowed = await refresh(server, first.refresh_token, { resource: `${server.url}/mcp` });
    const second = narrowed.body as Tokens;
    expect(await use(second)).toMatchObject({ rest: 401, mcp: true });
    const third = (await refresh(server, second.refresh_token)).body as Tokens;
    expect(await use(third)).toMatchObject({ rest: 401, mcp: true });
    const wider = await refresh(server, third.refresh_token, { resource: server.url });
    expect(wider.body).toMatchObject({ error: 'invalid_target' });
  });
});
