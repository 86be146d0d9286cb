import { ruleOperations } from '../evaluation-rules/rule-operations.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aTargetToAnnotate } from '../support/factories/annotation.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aRun, anEvaluation, anExperiment } from '../support/factories/experiment.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { evaluatorOperations } from './evaluator-operations.js';

describe('the scores of evaluators over time', () => {
  let server: SecuredServer;
  const { done, builtIn } = evaluatorOperations(() => server);
  const rules = ruleOperations((query, variables) =>
    server.gqlAs(cookieOf(server.accounts.MEMBER), query, variables),
  );

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const send = (id: string, fields: string) =>
    server.gqlAs<{ node: unknown }>(
      cookieOf(server.accounts.VIEWER),
      `{ node(id: "${id}") { ${fields} } }`,
    );
  const ask = async <T>(id: string, fields: string): Promise<T> =>
    (await send(id, fields)).data!.node as T;
  const refusalOf = async (id: string, fields: string) =>
    (await send(id, fields)).errors?.[0]?.message;
  const FIGURES = 'count errorCount meanScore labelFractions { label fraction }';

  describe('in experiments', () => {
    let datasetId: number;
    let exampleId: number;
    let use: string;

    beforeEach(async () => {
      const example = await anExample(server);
      datasetId = example.dataset_id;
      exampleId = example.id;
      const { id } = await done(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
        datasetId: globalId('Dataset', datasetId),
        evaluatorId: await builtIn('contains'),
        name: 'finds it',
      });
      use = id;
    });

    const evaluated = async (name: string, given: object = {}, experiment: object = {}) => {
      const { id } = await anExperiment(server, { dataset_id: datasetId, ...experiment });
      let repetition = 1;
      const judge = async (part: object) => {
        const run = await aRun(server, {
          experiment_id: id,
          example_id: exampleId,
          repetition_number: repetition++,
        });
        const judged = { run_id: run.id, name, job_attempt: 1, ...given, ...part };
        await anEvaluation(server, judged);
      };
      await judge({ score: 1, label: 'yes' });
      await judge({ score: 1, label: 'yes' });
      await judge({ score: 0, label: 'no' });
      await judge({ error: 'It failed.' });
      return globalId('Experiment', id);
    };
    const fields = (args = '') =>
      `... on DatasetEvaluator { experimentScores${args} { experiment { id } ${FIGURES} } }`;
    const scores = async (args = '') =>
      (await ask<{ experimentScores: object[] }>(use, fields(args))).experimentScores;

    it('are summed up for each experiment that the server ran, oldest first', async () => {
      expect(await scores()).toEqual([]);
      const first = await evaluated('finds it');
      await evaluated('something else');
      await evaluated('finds it', { job_attempt: null });
      await evaluated('finds it', {}, { is_ephemeral: true });
      const last = await evaluated('finds it');
      const figures = {
        count: 3,
        errorCount: 1,
        meanScore: 2 / 3,
        labelFractions: [
          { label: 'yes', fraction: 2 / 3 },
          { label: 'no', fraction: 1 / 3 },
        ],
      };
      expect(await scores()).toEqual([
        { experiment: { id: first }, ...figures },
        { experiment: { id: last }, ...figures },
      ]);
      expect(await scores('(first: 1)')).toHaveLength(1);
    });

    it('need a sensible number of experiments', async () => {
      expect(await refusalOf(use, fields('(first: 0)'))).toMatch(/positive/);
      expect(await refusalOf(use, fields('(first: 1001)'))).toMatch(/1000/);
    });

    it('need no query for each evaluator', async () => {
      await evaluated('finds it');
      const query = () =>
        ask(
          globalId('Dataset', datasetId),
          `... on Dataset { datasetEvaluators { edges { node {
             experimentScores { experiment { name } ${FIGURES} } } } } }`,
        );
      const few = await server.countQueries(query);
      for (const name of ['b', 'c']) {
        await done(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
          datasetId: globalId('Dataset', datasetId),
          evaluatorId: await builtIn('contains'),
          name,
        });
        await evaluated(name);
      }
      const many = await server.countQueries(query);
      expect(many.statements).toHaveLength(few.statements.length);
    });
  });

  describe.each(['span', 'trace', 'session'] as const)('in live %ss', (kind) => {
    const dayBefore = (days: number) =>
      new Date(new Date().setUTCHours(0, 0, 0, 0) - days * 86_400_000).toISOString();

    it('are summed up for each day', async () => {
      const { id: projectId } = await aProject(server);
      const rule = await rules.aRule(projectId, { target: kind.toUpperCase(), isEnabled: false });
      const ruleRowId = Number(Buffer.from(rule.id, 'base64').toString().split(':')[1]);
      const annotate = async (given: object) => {
        const target = await aTargetToAnnotate(server, kind, { project_id: projectId });
        await target.annotate({ identifier: `rule:${ruleRowId}`, ...given });
      };
      await annotate({ score: 1, label: 'yes', created_at: dayBefore(40) });
      await annotate({ score: 1, label: 'yes', created_at: dayBefore(2) });
      await annotate({ score: 0, label: 'no', created_at: dayBefore(2) });
      await annotate({ score: 1, label: 'yes', created_at: dayBefore(0) });
      await annotate({ score: 1, identifier: 'rule:0' });
      await server.sql(
        `INSERT INTO evaluation_rule_days (rule_id, day, failed)
         VALUES ($1, (now() AT TIME ZONE 'UTC')::date - 1, 3)`,
        [ruleRowId],
      );
      const fields = (args: string) =>
        `... on EvaluationRule { dailyScores${args} { day ${FIGURES} } }`;
      const scores = async (args = '') =>
        (await ask<{ dailyScores: { day: string }[] }>(rule.id, fields(args))).dailyScores;
      const dailyScores = await scores();
      expect(dailyScores.map(({ day }) => new Date(day).toISOString())).toEqual([
        dayBefore(2),
        dayBefore(1),
        dayBefore(0),
      ]);
      expect(dailyScores).toMatchObject([
        { count: 2, errorCount: 0, meanScore: 0.5, labelFractions: [{ fraction: 0.5 }, {}] },
        { count: 0, errorCount: 3, meanScore: null, labelFractions: [] },
        { count: 1, errorCount: 0, meanScore: 1, labelFractions: [{ label: 'yes', fraction: 1 }] },
      ]);
      expect(await scores('(days: 1)')).toHaveLength(1);
      expect(await scores('(days: 366)')).toHaveLength(4);
      expect(await refusalOf(rule.id, fields('(days: 0)'))).toBe(
        '`days` must be between 1 and 366.',
      );
      expect(await refusalOf(rule.id, fields('(days: 367)'))).toBe(
        '`days` must be between 1 and 366.',
      );
    });
  });

  it('lead from an evaluator to the rules that use it', async () => {
    const evaluatorId = await builtIn('regex');
    const inputMapping = { literalMapping: { pattern: 'a' }, pathMapping: { text: 'output' } };
    const names = ['a', 'b', 'c'];
    for (const name of names) {
      const { id } = await aProject(server);
      await rules.aRule(id, { name, evaluatorId, inputMapping, isEnabled: false });
    }
    const evaluator = await ask<{ evaluationRules: { edges: { node: { name: string } }[] } }>(
      evaluatorId,
      `... on BuiltInEvaluator { evaluationRuleCount
         evaluationRules(last: 2) { edges { node { name project { name } } } } }`,
    );
    expect(evaluator).toMatchObject({
      evaluationRuleCount: 3,
      evaluationRules: { edges: [{ node: { name: 'b' } }, { node: { name: 'c' } }] },
    });
  });
});
