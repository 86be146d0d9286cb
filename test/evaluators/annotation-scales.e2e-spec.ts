import { FINDS_PARIS, ruleOperations } from '../evaluation-rules/rule-operations.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { evaluatorOperations, labels } from './evaluator-operations.js';

interface Scale {
  name: string;
  optimizationDirection: string;
  lowerBound: number | null;
  upperBound: number | null;
  values: { label: string; score: number | null }[] | null;
  threshold: number | null;
}

describe('the scales of annotations', () => {
  let server: SecuredServer;
  const { done, builtIn } = evaluatorOperations(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const asMember = <T>(query: string, variables?: object) =>
    server.gqlAs<T>(cookieOf(server.accounts.MEMBER), query, variables as Record<string, unknown>);

  const scalesOf = async (type: 'Dataset' | 'Project', id: string) => {
    const { data, errors } = await asMember<{ node: { annotationScales: Scale[] } }>(
      `query ($id: ID!) { node(id: $id) { ... on ${type} { annotationScales {
         name optimizationDirection lowerBound upperBound values { label score } threshold } } } }`,
      { id },
    );
    expect(errors).toBeUndefined();
    return new Map(data!.node.annotationScales.map(({ name, ...scale }) => [name, scale]));
  };

  const attach = async (datasetId: string, evaluator: string, name: string, rest: object = {}) => {
    const literalMapping =
      evaluator === 'contains'
        ? { words: 'Paris', text: 'Rome' }
        : { expected: 'Paris', actual: 'Rome' };
    await done(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
      datasetId,
      evaluatorId: await builtIn(evaluator),
      name,
      inputMapping: { literalMapping, pathMapping: {} },
      ...rest,
    });
  };

  it('are those of annotation configs, with bounds, labels and thresholds', async () => {
    await anAnnotationConfig(server, { name: 'tone', optimization_direction: 'NONE' });
    await anAnnotationConfig(server, {
      name: 'errors',
      type: 'CONTINUOUS',
      optimization_direction: 'MINIMIZE',
      lower_bound: 0,
      upper_bound: 10,
    });
    await anAnnotationConfig(server, {
      name: 'remarks',
      type: 'FREEFORM',
      optimization_direction: 'MAXIMIZE',
      threshold: 0.5,
    });
    await anAnnotationConfig(server, { name: 'notes only', type: 'FREEFORM' });
    const { id } = await aDataset(server);
    const project = await aProject(server);
    for (const scales of [
      await scalesOf('Dataset', globalId('Dataset', id)),
      await scalesOf('Project', globalId('Project', project.id)),
    ]) {
      expect(scales.get('tone')).toEqual({
        optimizationDirection: 'NONE',
        values: [
          { label: 'good', score: 1 },
          { label: 'bad', score: 0 },
        ],
        lowerBound: null,
        upperBound: null,
        threshold: null,
      });
      expect(scales.get('errors')).toMatchObject({
        optimizationDirection: 'MINIMIZE',
        lowerBound: 0,
        upperBound: 10,
        values: null,
      });
      expect(scales.get('remarks')).toMatchObject({ threshold: 0.5 });
      expect(scales.has('notes only')).toBe(false);
      expect([...scales.keys()]).toEqual([...scales.keys()].toSorted());
    }
  });

  it('are those of the evaluator where one has the name', async () => {
    await anAnnotationConfig(server, { name: 'distance', optimization_direction: 'MAXIMIZE' });
    await anAnnotationConfig(server, { name: 'mentions', optimization_direction: 'MINIMIZE' });
    const [one, other] = [await aDataset(server), await aDataset(server)];
    const datasetId = globalId('Dataset', one.id);
    await attach(datasetId, 'levenshtein_distance', 'distance');
    await attach(datasetId, 'contains', 'verdict', { outputConfigs: labels('yes', 'no') });
    const scales = await scalesOf('Dataset', datasetId);
    expect(scales.get('distance')).toMatchObject({ optimizationDirection: 'MINIMIZE' });
    expect(scales.get('verdict')).toMatchObject({
      values: [
        { label: 'yes', score: 1 },
        { label: 'no', score: 0 },
      ],
    });
    const ofOther = await scalesOf('Dataset', globalId('Dataset', other.id));
    expect(ofOther.get('distance')).toMatchObject({ optimizationDirection: 'MAXIMIZE' });

    const project = await aProject(server);
    await ruleOperations(asMember).aRule(project.id, {
      name: 'mentions',
      inputMapping: FINDS_PARIS,
    });
    const ofProject = await scalesOf('Project', globalId('Project', project.id));
    expect(ofProject.get('mentions')).toMatchObject({ optimizationDirection: 'MAXIMIZE' });
    const elsewhere = await scalesOf('Project', globalId('Project', (await aProject(server)).id));
    expect(elsewhere.get('mentions')).toMatchObject({ optimizationDirection: 'MINIMIZE' });
  });

  it('decide which runs of an experiment are better', async () => {
    await anAnnotationConfig(server, { name: 'wordiness', optimization_direction: 'MINIMIZE' });
    await anAnnotationConfig(server, { name: 'length', optimization_direction: 'NONE' });
    const { id: dataset_id } = await aDataset(server);
    await attach(globalId('Dataset', dataset_id), 'levenshtein_distance', 'edits');
    const example = await anExample(server, { dataset_id });
    const ids: string[] = [];
    for (const scores of [
      { wordiness: 234, edits: -1, length: 2, score: 1, unknown: 0 },
      { wordiness: 284, edits: -2, length: 3, score: 0, unknown: 0 },
    ]) {
      const { id: experiment_id } = await anExperiment(server, { dataset_id });
      const { id: run_id } = await aRun(server, { experiment_id, example_id: example.id });
      for (const [name, score] of Object.entries(scores)) {
        await anEvaluation(server, { run_id, name, score });
      }
      ids.push(globalId('Experiment', experiment_id));
    }
    const { data } = await asMember<{ compared: { annotationName: string }[] }>(
      `query ($base: ID!, $others: [ID!]!) {
         compared: experimentAnnotationComparisons(
           baseExperimentId: $base, compareExperimentIds: $others
         ) {
           annotationName optimizationDirection
           counts { numRunsImproved numRunsRegressed numRunsEqual numRunsWithoutComparison }
         }
       }`,
      { base: ids[0], others: [ids[1]] },
    );
    const count = (improved: number, regressed: number, equal: number, without: number) => ({
      numRunsImproved: improved,
      numRunsRegressed: regressed,
      numRunsEqual: equal,
      numRunsWithoutComparison: without,
    });
    const one = (annotationName: string, optimizationDirection: string, counts: object) => ({
      annotationName,
      optimizationDirection,
      counts,
    });
    expect(data!.compared).toEqual([
      one('edits', 'MINIMIZE', count(0, 1, 0, 0)),
      one('length', 'NONE', count(0, 0, 0, 1)),
      one('score', 'MAXIMIZE', count(1, 0, 0, 0)),
      one('unknown', 'MAXIMIZE', count(0, 0, 1, 0)),
      one('wordiness', 'MINIMIZE', count(1, 0, 0, 0)),
    ]);
  });
});
