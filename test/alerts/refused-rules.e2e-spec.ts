import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { alertOperations, CREATE } from './alert-operations.js';

describe('an alert rule', () => {
  let server: SecuredServer;
  let projectId: number;
  const as = (role: 'ADMIN' | 'MEMBER' | 'VIEWER') => ({
    sql: <Row>(text: string, values?: unknown[]) => server.sql<Row>(text, values),
    gql: <T>(query: string, variables?: Record<string, unknown>) =>
      server.gqlAs<T>(bearer(server.accounts[role].key), query, variables),
  });
  const { aRule, create, update, read } = alertOperations(() => as('MEMBER'));

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    ({ id: projectId } = await aProject(server));
  });
  afterEach(() => server.sql('DELETE FROM alert_rules'));

  it.each([
    ['a mistake in the condition', { condition: 'name ==' }, '(at character '],
    ['an unknown field in the condition', { condition: 'nmae == 1' }, 'name'],
    ['a very long condition', { condition: 'x'.repeat(4_001) }, '4000'],
    ['NUL in the condition', { condition: 'name == "\0"' }, 'NUL'],
    ['NUL in the name', { name: 'a\0' }, 'NUL'],
    ['a blank name', { name: ' \t ' }, 'The name must not be empty'],
    ['a very long name', { name: 'x'.repeat(3_000) }, 'at most'],
    ['an unknown window', { windowMinutes: 7 }, 'The window must be one of 5, 15, 30, 60'],
    ['no quiet time', { quietMinutes: 0 }, 'greater than or equal to 1'],
    ['a quiet time of a year', { quietMinutes: 525_600 }, 'less than or equal to 10080'],
    ['a score without a name', { measure: 'SCORE' }, 'annotation is required'],
    ['a name without a score', { annotation: 'helpful' }, 'Only a rule that measures SCORE'],
    ['an unknown webhook', { webhookIds: [globalId('Webhook', 99_999)] }, 'Webhook "'],
    ['another person', { recipientIds: [globalId('User', 1)] }, 'Members can only add themselves'],
    ['the ID of something else', { webhookIds: [globalId('User', 1)] }, 'is not the ID of'],
    ['many receivers', { webhookIds: Array(21).fill(globalId('Webhook', 1)) as string[] }, '20'],
  ])('is refused with %s', async (_, part, message) => {
    const { data, errors } = await create(projectId, part);
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  });

  it('tells only those people whom an administrator has chosen', async () => {
    const admin = alertOperations(() => as('ADMIN'));
    const recipientIds = [globalId('User', server.accounts.VIEWER.userId)];
    const rule = await admin.aRule(projectId, { recipientIds });
    // They stay when a member changes something else.
    const me = globalId('User', server.accounts.MEMBER.userId);
    const changed = await update({ id: rule.id, recipientIds: [...recipientIds, me] });
    expect(changed.errors).toBeUndefined();
    const unknown = await admin.create(projectId, { recipientIds: [globalId('User', 99_999)] });
    expect(unknown.errors?.[0]).toMatchObject({
      message: `User "${globalId('User', 99_999)}" not found.`,
      extensions: { code: 'NOT_FOUND' },
    });
  });

  it('is refused for an unknown project, and with a name that is taken', async () => {
    const unknown = await create(99_999, {});
    expect(unknown.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    await aRule(projectId, { name: "'; DROP TABLE alert_rules; --" });
    const { errors } = await create(projectId, { name: "'; DROP TABLE alert_rules; --" });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('already exists. Choose another name.') as string,
      extensions: { code: 'CONFLICT' },
    });
    const { id: other } = await aProject(server);
    expect((await create(other, { name: "'; DROP TABLE alert_rules; --" })).errors).toBeUndefined();
  });

  it('is one of a limited number', async () => {
    await server.sql(
      `INSERT INTO alert_rules (project_id, name, target, condition, measure, window_minutes, baseline,
              comparison, threshold, quiet_minutes, webhook_ids, user_ids, is_enabled)
       SELECT $1, 'r' || n, 'TRACES', '', 'COUNT', 5, 'NONE', 'ABOVE', 1, 1, '{}', '{}', false
         FROM generate_series(1, 200) n`,
      [projectId],
    );
    const { errors } = await create(projectId, {});
    expect(errors?.[0]?.message).toContain('There are 200 alert rules in this project');
  });

  it('keeps what a change does not mention', async () => {
    const rule = await aRule(projectId, {
      measure: 'SCORE',
      annotation: 'helpful',
      windowMinutes: 60,
      recipientIds: [globalId('User', server.accounts.MEMBER.userId)],
    });
    expect((await update({ id: rule.id, threshold: 0.5 })).errors).toBeUndefined();
    const { data } = await as('VIEWER').gql<{ node: object }>(
      `query ($id: ID!) { node(id: $id) { ... on AlertRule {
         measure annotation windowMinutes threshold recipients { username } } } }`,
      { id: rule.id },
    );
    expect(data!.node).toEqual({
      measure: 'SCORE',
      annotation: 'helpful',
      windowMinutes: 60,
      threshold: 0.5,
      recipients: [{ username: server.accounts.MEMBER.username }],
    });
    const other = await update({ id: rule.id, measure: 'COUNT' });
    expect(other.errors?.[0]?.message).toContain('Only a rule that measures SCORE');
    expect(
      (await update({ id: rule.id, measure: 'COUNT', annotation: null })).errors,
    ).toBeUndefined();
  });

  it('is written by members, and read by viewers', async () => {
    const { id } = await aRule(projectId);
    const viewer = as('VIEWER');
    const operations = [
      [
        CREATE,
        {
          input: {
            projectId: globalId('Project', projectId),
            name: 'x',
            measure: 'COUNT',
            windowMinutes: 5,
            threshold: 1,
          },
        },
      ],
      ['mutation ($id: ID!) { testAlertRule(input: { id: $id }) { value } }', { id }],
      ['mutation ($id: ID!) { updateAlertRule(input: { id: $id }) { alertRule { id } } }', { id }],
      [
        'mutation ($id: ID!) { deleteAlertRules(input: { alertRuleIds: [$id] }) { deletedAlertRuleIds } }',
        { id },
      ],
    ] as const;
    for (const [query, variables] of operations) {
      const { errors } = await viewer.gql(query, variables);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
    expect((await read(id)).id).toBe(id);
    for (const [query, variables] of operations) {
      expect((await as('MEMBER').gql(query, variables)).errors).toBeUndefined();
    }
    const again = await as('MEMBER').gql(operations[3][0], { id });
    expect(again.errors?.[0]).toMatchObject({
      message: `Alert rule "${id}" not found.`,
      extensions: { code: 'NOT_FOUND' },
    });
  });

  it('goes with its project', async () => {
    const rule = await aRule(projectId);
    await server.sql('DELETE FROM projects WHERE id = $1', [projectId]);
    await expect(read(rule.id)).rejects.toThrow();
    expect(await server.sql('SELECT FROM alert_rules')).toEqual([]);
  });
});
