import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { FINDS_PARIS, RULE, type Rule, ruleOperations, REFUSED_PARTS } from './rule-operations.js';

describe('rules', () => {
  let server: SecuredServer;
  let project: string;
  let projectId: number;
  let evaluatorId: string;
  const as = (account: () => Account) =>
    ruleOperations((query, variables) => server.gqlAs(cookieOf(account()), query, variables));
  const member = as(() => server.accounts.MEMBER);
  const viewer = as(() => server.accounts.VIEWER);

  beforeAll(async () => {
    server = await startSecuredServer();
    evaluatorId = await member.builtIn('contains');
  });
  beforeEach(async () => {
    ({ id: projectId } = await aProject(server));
    project = globalId('Project', projectId);
  });
  afterAll(() => server.stop());

  const aDraft = (rest: object = {}) => ({
    projectId: project,
    name: 'mentions Paris',
    evaluatorId,
    inputMapping: FINDS_PARIS,
    ...rest,
  });

  it.each<[string, object, string, string]>([
    ...REFUSED_PARTS,
    [
      'a condition on spans for traces',
      { target: 'TRACE', condition: "span_kind == 'LLM'" },
      'BAD_REQUEST',
      'span_kind',
    ],
    ['a sampling rate of 0', { samplingRate: 0 }, 'BAD_REQUEST', 'above 0 and at most 1'],
    ['a sampling rate above 1', { samplingRate: 1.01 }, 'BAD_REQUEST', 'above 0 and at most 1'],
    ['a negative limit', { maxEvaluationsPerDay: -1 }, 'BAD_REQUEST', 'must not be negative'],
    ['the name of notes', { name: ' note ' }, 'BAD_REQUEST', 'reserved for notes'],
    ['an empty name', { name: ' ' }, 'BAD_USER_INPUT', 'must not be empty'],
    [
      'an input that the evaluator does not have',
      { inputMapping: { pathMapping: { words: 'input', text: 'output', tone: 'input' } } },
      'UNPROCESSABLE',
      'tone',
    ],
  ])('are refused with %s', async (_, rest, code, words) => {
    const { error } = await member.create(aDraft(rest));
    expect(error).toMatchObject({
      message: expect.stringContaining(words) as string,
      extensions: { code },
    });
    // Nothing is left of it.
    expect(
      await server.sql('SELECT FROM evaluation_rules WHERE project_id = $1', [projectId]),
    ).toEqual([]);
  });

  it('have different names in a project, and are at most 50', async () => {
    const { rule } = await member.create(aDraft());
    expect((await member.create(aDraft())).error).toMatchObject({
      message: 'A rule named "mentions Paris" already exists. Choose another name.',
      extensions: { code: 'CONFLICT' },
    });
    const other = await member.create(aDraft({ name: 'other' }));
    expect((await member.update({ id: other.rule!.id, name: rule!.name })).error).toMatchObject({
      extensions: { code: 'CONFLICT' },
    });
    await server.sql(
      `INSERT INTO evaluation_rules (project_id, name, target, condition, sampling_rate, evaluator_id,
              input_mapping, is_enabled, traces_project_name)
       SELECT project_id, 'copy ' || n, target, condition, sampling_rate, evaluator_id,
              input_mapping, false, 'copy of ' || id || n
         FROM evaluation_rules r, generate_series(1, 48) n
        WHERE r.project_id = $1 AND r.name = 'other'`,
      [projectId],
    );
    expect((await member.create(aDraft({ name: 'one more' }))).error).toMatchObject({
      message: 'This project has 50 rules already. Delete one that you no longer need.',
      extensions: { code: 'CONFLICT' },
    });
  });

  it('are changed as asked, with the same checks', async () => {
    const { rule } = await member.create(aDraft({ maxCostPerDay: 2, maxEvaluationsPerDay: 5 }));
    const same = await member.update({ id: rule!.id, name: null, condition: null });
    expect(same.rule).toEqual(rule);
    const changed = await member.update({
      id: rule!.id,
      condition: "name == 'a'",
      samplingRate: 0.5,
      evaluatorId: await member.builtIn('regex'),
      inputMapping: { literalMapping: { pattern: 'a' }, pathMapping: { text: 'output' } },
      maxCostPerDay: null,
    });
    expect(changed.rule).toMatchObject({
      condition: "name == 'a'",
      samplingRate: 0.5,
      evaluator: { name: 'regex' },
      inputMapping: { literalMapping: { pattern: 'a' } },
      maxCostPerDay: null,
      maxEvaluationsPerDay: 5,
    });
    expect((await member.update({ id: rule!.id, condition: 'nam ==' })).error).toMatchObject({
      extensions: { code: 'BAD_REQUEST' },
    });
    const unknown = globalId('EvaluationRule', 2 ** 40);
    expect((await member.update({ id: unknown, name: 'a' })).error).toMatchObject({
      message: `Rule "${unknown}" not found.`,
    });
  });

  it('are only read by viewers', async () => {
    const { rule } = await member.create(aDraft());
    expect(await viewer.read(rule!.id)).toEqual(rule);
    const forbidden = { error: { extensions: { code: 'FORBIDDEN' } } };
    expect(await viewer.create(aDraft({ name: 'other' }))).toMatchObject(forbidden);
    expect(await viewer.update({ id: rule!.id, name: 'other' })).toMatchObject(forbidden);
    expect(await viewer.remove([rule!.id])).toMatchObject(forbidden);
  });

  it('are listed by name, without a query for each', async () => {
    const list = async () => {
      const { data, errors } = await server.gqlAs<{
        node: { evaluationRules: { edges: { node: Rule }[] } };
      }>(
        cookieOf(server.accounts.VIEWER),
        `{ node(id: "${project}") { ... on Project {
             evaluationRules { edges { node { ${RULE} } } } } } }`,
      );
      expect(errors).toBeUndefined();
      return data!.node.evaluationRules.edges.map(({ node }) => node.name);
    };
    await member.create(aDraft({ name: 'b' }));
    const few = await server.countQueries(list);
    for (const name of ['c', 'a', 'd']) await member.create(aDraft({ name }));
    const many = await server.countQueries(list);
    expect(many.result).toEqual(['a', 'b', 'c', 'd']);
    expect(many.statements).toHaveLength(few.statements.length);
  });
});
