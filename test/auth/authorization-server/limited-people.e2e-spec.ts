import * as grpc from '@grpc/grpc-js';
import { aRun, RUN } from '../../experiments/jobs/running.js';
import { anOtlpSpan, newTraceId, protobufRequest } from '../../ingest/otlp.js';
import { connectAgent } from '../../mcp/agent.js';
import {
  type Place,
  placesOn,
  type Role,
  SET_PRIVACY,
  SET_ROLE,
} from '../../projects/access/projects-with-roles.js';
import {
  type Account,
  type AccountRole,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { connect, refresh, type Tokens } from '../../support/application.js';
import { aDataset } from '../../support/factories/dataset.js';
import { globalId } from '../../support/global-id.js';
import { collect, openSocket } from '../../support/subscriptions.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const same = (bytes: Buffer): Buffer => bytes;

describe('an application of somebody who does not see every project', () => {
  let server: SecuredServer;
  let client: grpc.Client;
  let place: Place;
  let datasetId: number;
  let person: Account;
  let tokens: Tokens;
  let agentTokens: Tokens;
  const { admin, aPlace } = placesOn(() => server);

  beforeAll(async () => {
    // Nobody answers there, and there is no example to ask with.
    server = await startSecuredServer({ OLLAMA_BASE_URL: 'http://127.0.0.1:9' });
    client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    place = await aPlace(true);
    datasetId = (await aDataset(server)).id;
    await server.sql('UPDATE datasets SET project_id = $1 WHERE id = $2', [place.rowId, datasetId]);
    person = await server.createAccount('MEMBER');
    tokens = await connect(server, person.cookie);
    agentTokens = await connect(server, person.cookie, { resource: `${server.url}/mcp` });
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  const giveRole = (role: Role) =>
    change(SET_ROLE, { projectId: place.id, userId: globalId('User', person.userId), role });
  const takeRole = async () => {
    const [row] = await server.sql<{ id: number }>(
      'SELECT id FROM project_roles WHERE user_id = $1',
      [person.userId],
    );
    await change(
      `mutation ($input: RemoveProjectRoleInput!) { removeProjectRole(input: $input) { __typename } }`,
      { projectId: place.id, roleAssignmentId: globalId('ProjectRoleAssignment', row!.id) },
    );
  };
  const setPrivacy = (isPrivate: boolean) =>
    change(SET_PRIVACY, { projectId: place.id, isPrivate });
  /** Ends the sessions of the person, but neither keys nor applications. */
  const setServerRole = (newRole: AccountRole) =>
    change('mutation ($input: PatchUserInput!) { patchUser(input: $input) { __typename } }', {
      userId: globalId('User', person.userId),
      newRole,
    });
  async function change(mutation: string, input: object): Promise<void> {
    expect((await admin(mutation, { input })).errors).toBeUndefined();
  }

  /**
   * Returns the answers that somebody gets from every part of the server, without the parts that differ from
   * call to call.
   */
  async function answersTo(headers: Record<string, string>) {
    const get = async (path: string) => {
      const { status, text } = await server.request.get(path).set(headers);
      return `${status} ${text}`;
    };
    const { data, errors } = await server.gqlAs(
      headers,
      'query ($id: ID!) { node(id: $id) { ... on Project { name viewerRole traceCount } } }',
      { id: place.id },
    );
    const socket = openSocket(server.url, headers);
    const [run] = await collect(socket, RUN, { input: aRun(datasetId) });
    await socket.dispose();
    const [http, overGrpc] = [await send(headers), await sendOverGrpc(headers)];
    return {
      rest: await get(`/v1/projects/${place.id}`),
      list: (await get('/v1/projects?limit=100')).includes(place.name),
      spans: (await get(`/v1/projects/${place.id}/spans`)).slice(0, 3),
      download: (await get(`/v1/projects/${place.id}/spans/export?format=otlp`)).slice(0, 3),
      dataset: (await get(`/v1/datasets/${globalId('Dataset', datasetId)}`)).slice(0, 3),
      graphql: [data, errors?.[0]?.message],
      stream: run?.errors?.[0]?.message,
      http,
      overGrpc,
      mcp: await mcpOf(headers),
    };
  }
  async function mcpOf(headers: Record<string, string>) {
    const agent = await connectAgent(server.url, headers);
    const { text } = await agent.ask('summarize_project', { project: place.name });
    const found = await agent.ask('get_span', { span_id: globalId('Span', place.span.id) });
    await agent.client.close();
    return [text.includes('not found') ? text : 'found', found.text.slice(0, 40)];
  }
  const spanFor = (traceId: string) =>
    protobufRequest([anOtlpSpan({ traceId })], { project: place.name });
  const isStored = async (traceId: string) => {
    const rows = await server.sql('SELECT 1 FROM traces WHERE trace_id = $1', [traceId]);
    await server.sql('DELETE FROM traces WHERE trace_id = $1', [traceId]);
    return rows.length > 0;
  };
  async function send(headers: Record<string, string>) {
    const traceId = newTraceId();
    const { status } = await server.request
      .post('/v1/traces')
      .set({ ...headers, 'Content-Type': 'application/x-protobuf' })
      .send(spanFor(traceId));
    return [status, await isStored(traceId)];
  }
  async function sendOverGrpc({ Authorization: authorization }: Record<string, string>) {
    const traceId = newTraceId();
    const metadata = new grpc.Metadata();
    metadata.set('authorization', authorization!);
    const code = await new Promise<grpc.status>((resolve) => {
      client.makeUnaryRequest(EXPORT, same, same, spanFor(traceId), metadata, (error) =>
        resolve(error?.code ?? grpc.status.OK),
      );
    });
    return [code, await isStored(traceId)];
  }

  it('gets what they get, right after every change of what they may see', async () => {
    const steps: [string, () => Promise<unknown>, sees: boolean, sends: boolean][] = [
      ['no role', async () => undefined, false, false],
      ['a role that reads', () => giveRole('VIEWER'), true, false],
      ['a role that writes', () => giveRole('MEMBER'), true, true],
      ['a lost role', takeRole, false, false],
      ['a project that is public', () => setPrivacy(false), true, true],
      ['a project that is private again', () => setPrivacy(true), false, false],
      ['an administrator', () => setServerRole('ADMIN'), true, true],
      ['no administrator any more', () => setServerRole('VIEWER'), false, false],
      ['a viewer with a role that writes', () => giveRole('MEMBER'), true, true],
      ['a viewer again', takeRole, false, false],
    ];
    for (const [name, step, sees, sends] of steps) {
      await step();
      const answers = await answersTo(bearer(tokens.access_token));
      const { rest, list, http, overGrpc, stream } = answers;
      expect([name, rest.slice(0, 3), list]).toEqual([name, sees ? '200' : '404', sees]);
      expect([name, answers.mcp[0] === 'found']).toEqual([name, sees]);
      expect([name, http[1], overGrpc[1]]).toEqual([name, sends, sends]);
      expect([name, stream?.includes('has no versions')]).toEqual([name, sends]);
      expect([name, await answersTo(bearer(person.key))]).toEqual([name, answers]);
      const mcp = await mcpOf(bearer(agentTokens.access_token));
      expect([name, mcp]).toEqual([name, answers.mcp]);
    }
  });

  it('gets no more with tokens that it renewed before or after a role was lost', async () => {
    await giveRole('MEMBER');
    const before = (await refresh(server, tokens.refresh_token)).body as Tokens;
    const read = async ({ access_token: token }: Tokens) =>
      (await server.request.get(`/v1/projects/${place.id}`).set(bearer(token))).status;
    expect(await read(before)).toBe(200);
    await takeRole();
    expect(await read(before)).toBe(404);
    const after = (await refresh(server, before.refresh_token, { scope: 'admin' })).body as Tokens;
    expect(after).not.toHaveProperty('scope');
    expect(await read(after)).toBe(404);
  });

  it('cannot list or manage what only administrators can, whatever scope it asks for', async () => {
    const account = await server.createAccount('MEMBER');
    const { access_token: token } = await connect(server, account.cookie, {
      scope: 'admin openid offline_access',
    });
    const { errors } = await server.gqlAs(bearer(token), '{ oauth2Grants { id } }');
    expect(errors?.[0]?.message).toContain('Only admin can perform this action');
    const own = await server.gqlAs(cookieOf(account), '{ viewer { oauth2Grants { scopes } } }');
    expect(own.data).toEqual({ viewer: { oauth2Grants: [{ scopes: [] }] } });
  });
});
