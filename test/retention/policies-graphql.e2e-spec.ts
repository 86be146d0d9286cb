import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aPolicy, listPolicies, mutatePolicy, type Policy } from './retention-operations.js';

describe('retention policies over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    // The default policy is due at midnight on Sundays, also while tests run.
    await server.sql(`UPDATE retention_policies SET next_run_at = now() + interval '1 week'`);
    await server.sql('DELETE FROM retention_runs');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql('DELETE FROM retention_policies WHERE NOT is_default');
    await server.sql(`DELETE FROM projects WHERE name <> 'default'`);
  });

  const projectId = ({ id }: { id: number }) => globalId('Project', id);
  const namesOf = (policy: Policy) => policy.projects.edges.map(({ node }) => node.name);
  const policyOf = async (id: string): Promise<string> => {
    const { data } = await server.gql<{ node: { traceRetentionPolicy: { name: string } } }>(
      'query ($id: ID!) { node(id: $id) { ... on Project { traceRetentionPolicy { name } } } }',
      { id },
    );
    return data!.node.traceRetentionPolicy.name;
  };
  const messageOf = async (kind: 'create' | 'patch' | 'delete' | 'run', input: object) => {
    const { errors } = await mutatePolicy(server, kind, input);
    return errors?.[0]?.message;
  };

  it('begin with a default that keeps everything and that all projects follow', async () => {
    const project = await aProject(server);
    const [policy, ...others] = await listPolicies(server);
    expect(others).toEqual([]);
    expect(policy).toMatchObject({
      name: 'Default',
      cronExpression: '0 0 * * 0',
      rule: { __typename: 'TraceRetentionRuleMaxDays', maxDays: 0 },
      maxBytes: null,
      maxTextDays: null,
      keeps: [],
      isDefault: true,
      projectCount: 2,
      lastRun: null,
    });
    expect(namesOf(policy!)).toEqual(['default', project.name]);
    expect(await policyOf(projectId(project))).toBe('Default');
    const { data } = await server.gql('{ defaultProjectTraceRetentionPolicy { id } }');
    expect(data).toEqual({ defaultProjectTraceRetentionPolicy: { id: policy!.id } });
  });

  it('are created with projects, which leave their policy', async () => {
    const [first, second] = [await aProject(server), await aProject(server)];
    await aPolicy(server, { name: 'other', addProjects: [projectId(first)] });
    const policy = await aPolicy(server, {
      name: '  short ',
      cronExpression: ' 0  */6 * * MON ',
      rule: { maxDaysOrCount: { maxDays: 0.5, maxCount: 1000 } },
      keeps: ['IN_DATASETS', 'FAILED', 'FAILED'],
      addProjects: [projectId(first), projectId(second), projectId(first)],
    });
    expect(policy).toMatchObject({
      name: 'short',
      cronExpression: '0 */6 * * MON',
      rule: { __typename: 'TraceRetentionRuleMaxDaysOrCount', maxDays: 0.5, maxCount: 1000 },
      keeps: ['FAILED', 'IN_DATASETS'],
      isDefault: false,
      projectCount: 2,
    });
    expect(new Date(policy.nextRunAt).getUTCDay()).toBe(1);
    expect(namesOf(policy)).toEqual([first.name, second.name]);
    expect(await policyOf(projectId(first))).toBe('short');
    const policies = await listPolicies(server);
    expect(policies.map(({ name, projectCount }) => [name, projectCount])).toEqual([
      ['Default', 1],
      ['other', 0],
      ['short', 2],
    ]);
  });

  it('are found by their global IDs', async () => {
    const { id } = await aPolicy(server, { rule: { maxCount: { maxCount: 5 } } });
    const { data } = await server.gql(
      'query ($id: ID!) { node(id: $id) { ... on ProjectTraceRetentionPolicy { name rule { ... on TraceRetentionRuleMaxCount { maxCount } } } } }',
      { id },
    );
    expect(data).toEqual({ node: { name: 'a week', rule: { maxCount: 5 } } });
  });

  it('are changed in part, and gain and lose projects', async () => {
    const [first, second] = [await aProject(server), await aProject(server)];
    const { id } = await aPolicy(server, { keeps: ['FAILED'], addProjects: [projectId(first)] });
    const { data } = await mutatePolicy(server, 'patch', {
      id,
      rule: { maxCount: { maxCount: 10 } },
      addProjects: [projectId(second)],
      removeProjects: [projectId(first)],
    });
    const policy = data!['patchProjectTraceRetentionPolicy']!.node;
    expect(policy).toMatchObject({
      name: 'a week',
      cronExpression: '0 3 * * *',
      rule: { __typename: 'TraceRetentionRuleMaxCount', maxCount: 10 },
      keeps: ['FAILED'],
    });
    expect(namesOf(policy)).toEqual([second.name]);
    expect(await policyOf(projectId(first))).toBe('Default');
    await mutatePolicy(server, 'patch', {
      id,
      name: 'few',
      cronExpression: '0 5 * * 2',
      keeps: [],
    });
    const changed = (await listPolicies(server)).at(-1)!;
    expect(changed).toMatchObject({ name: 'few', cronExpression: '0 5 * * 2', keeps: [] });
    expect(new Date(changed.nextRunAt).getUTCHours()).toBe(5);
  });

  it('limit size and the age of texts until that is taken back with 0', async () => {
    const { id, maxBytes, maxTextDays } = await aPolicy(server, {
      maxBytes: 5_000_000_000,
      maxTextDays: 1.5,
    });
    expect([maxBytes, maxTextDays]).toEqual([5_000_000_000, 1.5]);
    const limitsAfter = async (changes: object) => {
      const { data } = await mutatePolicy(server, 'patch', { id, ...changes });
      const { node } = data!['patchProjectTraceRetentionPolicy']!;
      return [node.maxBytes, node.maxTextDays];
    };
    expect(await limitsAfter({ keeps: ['FAILED'] })).toEqual([5_000_000_000, 1.5]);
    expect(await limitsAfter({ maxBytes: null, maxTextDays: 7 })).toEqual([5_000_000_000, 7]);
    expect(await limitsAfter({ maxBytes: 0 })).toEqual([null, 7]);
    expect(await limitsAfter({ maxTextDays: 0 })).toEqual([null, null]);
  });

  it('do not lose a project that already follows another one', async () => {
    const project = await aProject(server);
    const { id } = await aPolicy(server);
    await aPolicy(server, { name: 'other', addProjects: [projectId(project)] });
    await mutatePolicy(server, 'patch', { id, removeProjects: [projectId(project)] });
    expect(await policyOf(projectId(project))).toBe('other');
  });

  it('leave their projects to the default when they are deleted', async () => {
    const project = await aProject(server);
    const { id } = await aPolicy(server, { addProjects: [projectId(project)] });
    const { data } = await mutatePolicy(server, 'delete', { id });
    expect(data!['deleteProjectTraceRetentionPolicy']!.node).toMatchObject({ id, name: 'a week' });
    expect(await policyOf(projectId(project))).toBe('Default');
    expect(await messageOf('delete', { id })).toBe(`Retention policy "${id}" not found.`);
  });

  it('protect the default', async () => {
    const [{ id }] = (await listPolicies(server)) as [Policy];
    const project = await aProject(server);
    await aPolicy(server, { addProjects: [projectId(project)] });
    expect(await messageOf('delete', { id })).toBe('The default policy cannot be deleted.');
    expect(await messageOf('patch', { id, name: 'x' })).toBe(
      'The default policy cannot be renamed.',
    );
    expect(await messageOf('patch', { id, removeProjects: [projectId(project)] })).toBe(
      'Projects cannot be removed from the default policy. Add them to another one.',
    );
    const rule = { maxDays: { maxDays: 0 } };
    const input = { id, name: 'Default', rule, addProjects: [projectId(project)] };
    expect(await messageOf('patch', input)).toBeUndefined();
    expect(await policyOf(projectId(project))).toBe('Default');
  });

  it.each([
    [{ name: ' ' }],
    [{ cronExpression: '5 0 * * 0' }],
    [{ cronExpression: '0 0 1 * *' }],
    [{ cronExpression: 'daily' }],
    [{ rule: {} }],
    [{ rule: { maxDays: { maxDays: 1 }, maxCount: { maxCount: 1 } } }],
    [{ rule: { maxDays: { maxDays: -1 } } }],
    [{ rule: { maxDays: { maxDays: 36_501 } } }],
    [{ rule: { maxCount: { maxCount: -1 } } }],
    [{ rule: { maxCount: { maxCount: 1.5 } } }],
    [{ rule: { maxDaysOrCount: { maxDays: 1 } } }],
    [{ maxBytes: -1 }],
    [{ maxBytes: 0.5 }],
    [{ maxBytes: 1e300 }],
    [{ maxTextDays: -1 }],
    [{ maxTextDays: 36_501 }],
    [{ keeps: ['EVERYTHING'] }],
    [{ addProjects: [globalId('Project', 999_999)] }],
    [{ addProjects: [globalId('Dataset', 1)] }],
    [{ addProjects: ['x'] }],
  ])('cannot be created with %j', async (wrong) => {
    await expect(aPolicy(server, wrong)).rejects.toThrow();
    expect(await listPolicies(server)).toHaveLength(1);
  });

  it('have names of their own', async () => {
    await aPolicy(server);
    const { id } = await aPolicy(server, { name: 'other' });
    const message = 'A policy named "a week" already exists. Choose another name.';
    expect(await messageOf('patch', { id, name: 'a week' })).toBe(message);
    await expect(aPolicy(server)).rejects.toThrow(/already exists/);
  });

  it('are paged, and read with a fixed number of queries', async () => {
    for (const name of ['a', 'b', 'c']) {
      const project = await aProject(server);
      await aPolicy(server, { name, addProjects: [projectId(project)] });
    }
    const { data } = await server.gql(
      '{ projectTraceRetentionPolicies(first: 2) { edges { node { name } } pageInfo { hasNextPage } } }',
    );
    expect(data).toEqual({
      projectTraceRetentionPolicies: {
        edges: [{ node: { name: 'Default' } }, { node: { name: 'a' } }],
        pageInfo: { hasNextPage: true },
      },
    });
    const read = () =>
      server.countQueries(async () => {
        await listPolicies(server);
        await server.gql('{ projects { edges { node { traceRetentionPolicy { name } } } } }');
      });
    const few = (await read()).statements.length;
    for (const name of ['d', 'e']) {
      const project = await aProject(server);
      await aPolicy(server, { name, addProjects: [projectId(project)] });
    }
    expect((await read()).statements).toHaveLength(few);
  });
});
