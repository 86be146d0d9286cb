import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { ExporterHealth } from '../../support/built.js';
import { eventually } from '../../support/eventually.js';
import { globalId } from '../../support/global-id.js';
import { sendRefused } from './refused-spans.js';

const PROJECT = 'closed';
const PATH = `/v1/projects/${PROJECT}/ingestion_errors`;

const ERRORS = `query ($id: ID!) { node(id: $id) { ... on Project {
  ingestionErrors(first: 10) { edges { node { id isKept content } } } } } }`;

interface Listed {
  node: { ingestionErrors: { edges: { node: { id: string; content: string | null } }[] } };
}

describe('refused spans of a private project', () => {
  let server: SecuredServer;
  let projectId: string;
  /** Roles on the server are the other way round than in the project. */
  let member: Account;
  let viewer: Account;

  beforeAll(async () => {
    server = await startSecuredServer();
    const asAdmin = cookieOf(server.accounts.ADMIN);
    await sendRefused(server, PROJECT, [{ spanId: '', name: 'secret' }], asAdmin);
    const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      PROJECT,
    ]);
    projectId = globalId('Project', row!.id);
    member = await server.createAccount('VIEWER');
    viewer = await server.createAccount('MEMBER');
    const { errors } = await server.gqlAs(
      asAdmin,
      `mutation ($projectId: ID!, $member: ID!, $viewer: ID!) {
         setProjectPrivacy(input: { projectId: $projectId, isPrivate: true }) { project { id } }
         a: setProjectRole(input: { projectId: $projectId, userId: $member, role: MEMBER }) { project { id } }
         b: setProjectRole(input: { projectId: $projectId, userId: $viewer, role: VIEWER }) { project { id } }
       }`,
      {
        projectId,
        member: globalId('User', member.userId),
        viewer: globalId('User', viewer.userId),
      },
    );
    if (errors) throw new Error(errors[0]?.message);
  });
  afterAll(() => server.stop());

  const list = async (account: Account) => {
    const { data } = await server.gqlAs<Listed>(cookieOf(account), ERRORS, { id: projectId });
    return data?.node.ingestionErrors.edges.map(({ node }) => node);
  };
  const resend = (account: Account) =>
    server.request.post(`${PATH}/resend`).set(cookieOf(account)).send({});

  it('are in reach of those who have a role in it, as far as it goes', async () => {
    const [seen] = (await list(member))!;
    expect(seen!.content).toContain('secret');
    expect(await list(viewer)).toEqual([{ id: seen!.id, isKept: true, content: null }]);
    expect(await list(server.accounts.MEMBER)).toBeUndefined();

    const read = (account: Account) =>
      server.request.get(`${PATH}/${seen!.id}/content`).set(cookieOf(account));
    await read(member).expect(200);
    await read(viewer).expect(404);
    await read(server.accounts.MEMBER).expect(404);
    await resend(viewer).expect(404);
    await resend(server.accounts.MEMBER).expect(404);
    const { body } = await resend(member).expect(200);
    expect(body).toEqual({ stored: 0, refused: 1, next_cursor: null });
  });

  it('are not kept, and their exporter is not shown, if the sender may not write there', async () => {
    const before = await list(member);
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const attributes = [
      text('openinference.project.name', PROJECT),
      text('service.name', 'of a stranger'),
    ];
    const spans = [
      { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'good' },
      { traceId: 'a'.repeat(32), spanId: '', name: 'bad' },
    ];
    const { body } = await server.request
      .post('/v1/traces')
      .set({ ...bearer(viewer.key), 'content-type': 'application/json' })
      .send({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] })
      .expect(200);
    expect(body.partialSuccess).toMatchObject({
      rejectedSpans: '2',
      errorMessage: expect.stringMatching(/They were not kept\.$/),
    });
    expect(await list(member)).toEqual(before);
    // Exporters are written together, so once this one is there, the other one would be, too.
    const marker = [text('service.name', 'of everyone')];
    await server.request
      .post('/v1/traces')
      .set({ ...bearer(viewer.key), 'content-type': 'application/json' })
      .send({
        resourceSpans: [{ resource: { attributes: marker }, scopeSpans: [{ spans }] }],
      })
      .expect(200);
    const names = await eventually('the exporters to be written', async () => {
      await server.app.get(ExporterHealth, { strict: false }).flush();
      const rows = await server.sql<{ name: string }>('SELECT service_name AS name FROM exporters');
      const found = rows.map(({ name }) => name);
      return found.includes('of everyone') ? found : null;
    });
    expect(names).not.toContain('of a stranger');
  });
});
