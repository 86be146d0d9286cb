import { cookieOf, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { sendRefused } from './refused-spans.js';

const SECRET = 'ada@example.com';

const RESEND = `mutation ($input: ResendIngestionErrorsInput!) {
  resendIngestionErrors(input: $input) { storedCount refusedCount endCursor }
}`;
const DELETE = `mutation ($input: DeleteIngestionErrorsInput!) {
  deleteIngestionErrors(input: $input) { deletedCount }
}`;
const LIST = `query ($id: ID!) { node(id: $id) { ... on Project {
  ingestionErrorCount
  ingestionErrorReasons { reason count keptCount }
  ingestionErrors(first: 10) { edges { node { id isKept content } } }
} } }`;
const COUNTS = LIST.replace(' content', '');

interface Listed {
  node: {
    ingestionErrorReasons: object[];
    ingestionErrors: { edges: { node: { id: string; content: string | null } }[] };
  };
}

describe('refused spans', () => {
  let server: SecuredServer;
  let projectId: string;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM ingestion_errors');
    await sendRefused(
      server,
      'guarded',
      [{ spanId: '', name: SECRET }],
      cookieOf(server.accounts.MEMBER),
    );
    const [row] = await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'guarded'",
    );
    projectId = globalId('Project', row!.id);
  });
  afterAll(() => server.stop());

  const list = async (role: 'VIEWER' | 'MEMBER', query = LIST) =>
    server.gqlAs<Listed>(cookieOf(server.accounts[role]), query, { id: projectId });
  const mutate = (role: 'VIEWER' | 'MEMBER', query: string, input: object = {}) =>
    server.gqlAs(cookieOf(server.accounts[role]), query, { input: { projectId, ...input } });

  it('show their content only to members', async () => {
    const { data } = await list('MEMBER');
    expect(data!.node.ingestionErrors.edges[0]!.node.content).toContain(SECRET);
    const refused = await list('VIEWER');
    expect(refused.errors![0]!.message).toBe('Viewers cannot perform this action.');
    expect(JSON.stringify(refused)).not.toContain('startTimeUnixNano');
    const { data: counts, errors } = await list('VIEWER', COUNTS);
    expect(errors).toBeUndefined();
    expect(counts).toMatchObject({
      node: {
        ingestionErrorCount: 1,
        ingestionErrorReasons: [{ reason: 'missing_span_id', count: 1, keptCount: 1 }],
        ingestionErrors: { edges: [{ node: { isKept: true } }] },
      },
    });
    const { id } = data!.node.ingestionErrors.edges[0]!.node;
    const path = `/v1/projects/guarded/ingestion_errors/${id}/content`;
    const viewer = await server.request.get(path).set(cookieOf(server.accounts.VIEWER));
    expect([viewer.status, viewer.text]).toEqual([403, 'Viewers cannot perform this action.']);
    await server.request.get(path).set(cookieOf(server.accounts.MEMBER)).expect(200);
  });

  it('are sent again and deleted only by members, which the audit log says', async () => {
    for (const query of [RESEND, DELETE]) {
      const { errors } = await mutate('VIEWER', query);
      expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
    }
    expect((await mutate('MEMBER', RESEND)).data).toEqual({
      resendIngestionErrors: { storedCount: 0, refusedCount: 1, endCursor: null },
    });
    expect((await mutate('MEMBER', DELETE, { reason: 'missing_span_id' })).data).toEqual({
      deleteIngestionErrors: { deletedCount: 1 },
    });
    const events = await server.sql(
      `SELECT action, actor_name, subject_name, details FROM audit_events
        WHERE action LIKE 'ingestion_errors.%' ORDER BY id`,
    );
    const common = { actor_name: server.accounts.MEMBER.username, subject_name: 'guarded' };
    expect(events).toEqual([
      { action: 'ingestion_errors.resent', ...common, details: { stored: 0, refused: 1 } },
      {
        action: 'ingestion_errors.deleted',
        ...common,
        details: { deleted: 1, reason: 'missing_span_id' },
      },
    ]);
  });

  it.each([
    ['the ID of something else', { ids: ['UHJvamVjdDox'] }, 'is not the ID of an IngestionError'],
    ['no IDs', { ids: [] }, ''],
    ['a cursor that is none', { after: 'x' }, 'Invalid cursor'],
    ['a project that does not exist', { projectId: globalId('Project', 99_999) }, 'not found'],
    ['a project that is none', { projectId: 'x' }, 'is not the ID of a Project'],
  ])('are not sent again for %s', async (_, input, message) => {
    const { errors, data } = await mutate('MEMBER', RESEND, input);
    expect(data ?? null).toBeNull();
    expect(errors![0]!.message).toContain(message);
    expect(errors![0]!.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  });
});
