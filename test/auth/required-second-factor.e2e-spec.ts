import * as grpc from '@grpc/grpc-js';
import { anOtlpSpan, protobufRequest } from '../ingest/otlp.js';
import { aChat } from '../playground/chats.js';
import {
  ADMIN_PASSWORD,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import {
  createLocalAccount,
  createProtectedAccount,
  REMOVE,
  START,
} from '../support/second-factor.js';
import { collect, openSocket } from '../support/subscriptions.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const STATE = '{ viewer { secondFactor { isMissing } } }';
const CHAT = `subscription ($input: ChatCompletionInput!) {
  chatCompletion(input: $input) { __typename }
}`;
const password = ADMIN_PASSWORD;

describe('a server that requires a second factor', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({ SPANDREL_REQUIRE_SECOND_FACTOR: 'true' });
  });
  afterAll(() => server.stop());

  const projects = (headers: Record<string, string>) =>
    server.request.get('/v1/projects').set(headers);

  it('lets users do nothing else before they add one', async () => {
    const account = await createLocalAccount(server);
    const before = await projects(cookieOf(account));
    expect([before.status, before.text]).toEqual([
      403,
      'Add a second factor before you do anything else.',
    ]);
    const state = await server.gqlAs(cookieOf(account), STATE);
    expect(state.data).toMatchObject({ viewer: { secondFactor: { isMissing: true } } });
    const protectedAccount = await createProtectedAccount(server);
    expect((await projects(cookieOf(protectedAccount))).status).toBe(200);
  });

  it('does not let them approve an application, or see through their keys', async () => {
    const account = await createLocalAccount(server);
    const decision = await server.request
      .post('/oauth2/authorize/decision')
      .set({ ...cookieOf(account), Origin: server.url })
      .send({ approved: true });
    expect([decision.status, decision.text]).toEqual([
      403,
      'Add a second factor before you do anything else.',
    ]);
    const keys = await server.gqlAs(cookieOf(account), '{ viewer { apiKeys { id } } }');
    expect(keys.errors?.[0]?.message).toMatch(/Add a second factor/);
  });

  it('does not let them escape by another transport', async () => {
    const account = await createLocalAccount(server);
    const refused = 'Add a second factor before you do anything else.';
    const headers = cookieOf(account);
    const spans = await server.request.post('/v1/traces').set(headers).send({ resourceSpans: [] });
    expect([spans.status, spans.text]).toEqual([403, refused]);
    const mcp = await server.request
      .post('/mcp')
      .set(headers)
      .send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(mcp.status).toBe(403);

    const socket = openSocket(server.url, headers);
    const [answer] = await collect(socket, CHAT, { input: aChat() });
    expect(answer!.errors).toMatchObject([{ message: refused }]);
    await socket.dispose();

    // The token of a session is a bearer token as well.
    const token = /spandrel-access-token=([^;]+)/.exec(account.cookie)![1]!;
    const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    const metadata = new grpc.Metadata();
    metadata.set('authorization', `Bearer ${token}`);
    const same = (bytes: Buffer): Buffer => bytes;
    const error = await new Promise<unknown>((resolve) => {
      const message = protobufRequest([anOtlpSpan()]);
      client.makeUnaryRequest(EXPORT, same, same, message, metadata, resolve);
    });
    client.close();
    expect(error).toMatchObject({ code: grpc.status.PERMISSION_DENIED, details: refused });
  });

  it('does not let them escape by what a mutation returns', async () => {
    const account = await createLocalAccount(server);
    const query = `mutation ($input: PasswordProofInput!) {
      startAuthenticator(input: $input) { query { projects { edges { node { name } } } } }
    }`;
    const { data, errors } = await server.gqlAs(cookieOf(account), query, { input: { password } });
    expect(data).toBeNull();
    expect(errors?.[0]?.message).toMatch(/Add a second factor/);
    const create = `mutation ($input: CreateUserApiKeyInput!) { createUserApiKey(input: $input) { jwt } }`;
    const key = await server.gqlAs(cookieOf(account), create, { input: { name: 'k' } });
    expect(key.errors?.[0]?.message).toMatch(/Add a second factor/);
  });

  it('asks for the password of somebody else to be changed first', async () => {
    const account = await createLocalAccount(server);
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [
      account.userId,
    ]);
    const { errors } = await server.gqlAs(cookieOf(account), START, { input: { password } });
    expect(errors?.[0]?.message).toMatch(/Change your password/);
  });

  it('asks again after it was removed', async () => {
    const account = await createProtectedAccount(server);
    await server.gqlAs(cookieOf(account), REMOVE, { input: { password } });
    expect((await projects(cookieOf(account))).status).toBe(403);
  });

  it('does not ask API keys, nor users of a provider', async () => {
    const account = await createLocalAccount(server);
    expect((await projects(bearer(account.key))).status).toBe(200);
    await server.sql(
      "UPDATE users SET auth_method = 'OAUTH2', password_hash = NULL WHERE id = $1",
      [account.userId],
    );
    expect((await projects(cookieOf(account))).status).toBe(200);
  });
});
