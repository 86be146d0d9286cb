import { aDataset } from '../support/factories/dataset.js';
import { anEvaluation, anExperiment, anExperimentTag } from '../support/factories/experiment.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('mutations of experiments', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const refusal = async (query: string, variables?: Record<string, unknown>) => {
    const { errors } = await server.gql(query, variables);
    return errors?.[0]?.extensions.code;
  };

  describe('patchExperiment', () => {
    const PATCH = `mutation ($input: PatchExperimentInput!) {
      patchExperiment(input: $input) {
        experiment { name description metadata updatedAt } query { experimentCount } } }`;

    it('changes the given fields', async () => {
      const { id, name, updated_at } = await anExperiment(server, { metadata: { a: 1 } });
      const experimentId = globalId('Experiment', id);
      const patch = async (given: object) => {
        const { data, errors } = await server.gql<{ patchExperiment: { experiment: object } }>(
          PATCH,
          {
            input: { experimentId, ...given },
          },
        );
        expect(errors).toBeUndefined();
        return data!.patchExperiment.experiment as { updatedAt: string };
      };
      const first = await patch({ description: 'd', name: null, metadata: null });
      expect(first).toMatchObject({ name, description: 'd', metadata: { a: 1 } });
      expect(first.updatedAt > updated_at).toBe(true);
      expect(await patch({ name: 'n', metadata: { b: [2] }, description: null })).toMatchObject({
        name: 'n',
        description: null,
        metadata: { b: [2] },
      });
    });

    it.each([
      [{ name: '' }, 'BAD_USER_INPUT'],
      [{ name: ' \n' }, 'BAD_USER_INPUT'],
      [{ name: 'a\0' }, 'BAD_USER_INPUT'],
      [{ name: 'é'.repeat(513) }, 'BAD_USER_INPUT'],
      [{ description: 'a\0' }, 'BAD_USER_INPUT'],
      [{ metadata: [] }, 'BAD_USER_INPUT'],
      [{ metadata: 'x' }, 'BAD_USER_INPUT'],
      [{}, 'UNPROCESSABLE'],
      [{ experimentId: 'x', name: 'n' }, 'BAD_USER_INPUT'],
      [{ experimentId: globalId('Dataset', 1), name: 'n' }, 'BAD_USER_INPUT'],
      [{ experimentId: globalId('Experiment', 999999), name: 'n' }, 'NOT_FOUND'],
    ])('refuses %j', async (given, code) => {
      const { id } = await anExperiment(server);
      const input = { experimentId: globalId('Experiment', id), ...given };
      expect(await refusal(PATCH, { input })).toBe(code);
    });
  });

  describe('setExperimentBaseline', () => {
    const SET = `mutation ($experimentId: ID!, $baseline: Boolean!) {
      setExperimentBaseline(experimentId: $experimentId, baseline: $baseline) {
        dataset { id baselineExperiment { id } } experiment { id isBaseline }
        previousBaselineExperiment { id isBaseline } } }`;
    const set = async (id: number, baseline: boolean) => {
      const { data, errors } = await server.gql<{ setExperimentBaseline: unknown }>(SET, {
        experimentId: globalId('Experiment', id),
        baseline,
      });
      expect(errors).toBeUndefined();
      return data!.setExperimentBaseline;
    };

    it('moves the baseline, and removes it from the current one', async () => {
      const { id: dataset_id } = await aDataset(server);
      const one = await anExperiment(server, { dataset_id });
      const two = await anExperiment(server, { dataset_id });
      const [first, second] = [globalId('Experiment', one.id), globalId('Experiment', two.id)];
      const dataset = (baseline: string | null) => ({
        id: globalId('Dataset', dataset_id),
        baselineExperiment: baseline && { id: baseline },
      });
      expect(await set(one.id, true)).toEqual({
        dataset: dataset(first),
        experiment: { id: first, isBaseline: true },
        previousBaselineExperiment: null,
      });
      expect(await set(two.id, true)).toEqual({
        dataset: dataset(second),
        experiment: { id: second, isBaseline: true },
        previousBaselineExperiment: { id: first, isBaseline: false },
      });
      expect(await set(one.id, false)).toMatchObject({ dataset: dataset(second) });
      expect(await set(two.id, false)).toEqual({
        dataset: dataset(null),
        experiment: { id: second, isBaseline: false },
        previousBaselineExperiment: { id: second, isBaseline: false },
      });
    });

    it('leaves one baseline after simultaneous requests', async () => {
      const { id: dataset_id } = await aDataset(server);
      const experiments = await Promise.all(
        Array.from({ length: 8 }, () => anExperiment(server, { dataset_id })),
      );
      await Promise.all(experiments.map(({ id }) => set(id, true)));
      const tags = await server.sql('SELECT id FROM experiment_tags WHERE dataset_id = $1', [
        dataset_id,
      ]);
      expect(tags).toHaveLength(1);
    });

    it('refuses ephemeral experiments', async () => {
      const { id } = await anExperiment(server, { is_ephemeral: true });
      const input = { experimentId: globalId('Experiment', id), baseline: true };
      expect(await refusal(SET, input)).toBe('UNPROCESSABLE');
    });
  });

  describe('dismissExperiment and reinstateExperiment', () => {
    const change = (what: string, id: number) =>
      server.gql(
        `mutation { ${what}(experimentId: "${globalId('Experiment', id)}") {
           experiment { isEphemeral updatedAt } } }`,
      );

    it('deletes an experiment after a day, or keeps it', async () => {
      const { id } = await anExperiment(server);
      const dismissed = await change('dismissExperiment', id);
      expect(dismissed.data).toMatchObject({
        dismissExperiment: { experiment: { isEphemeral: true } },
      });
      const reinstated = await change('reinstateExperiment', id);
      expect(reinstated.data).toMatchObject({
        reinstateExperiment: { experiment: { isEphemeral: false } },
      });
    });

    it('do not change the baseline', async () => {
      const { id } = await anExperiment(server);
      await anExperimentTag(server, { experiment_id: id, name: 'baseline' });
      const { errors } = await change('dismissExperiment', id);
      expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
      expect((await change('reinstateExperiment', id)).errors).toBeUndefined();
    });

    it.each(['dismissExperiment', 'reinstateExperiment'])(
      'finds nothing to do: %s',
      async (what) => {
        const { errors } = await change(what, 999999);
        expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
      },
    );
  });

  describe('deleteExperiments', () => {
    const DELETE = `mutation ($input: DeleteExperimentsInput!) {
      deleteExperiments(input: $input) {
        experiments { id name runCount sequenceNumber dataset { id } } query { projectCount } } }`;

    it('deletes them with runs, evaluations and traces', async () => {
      const evaluation = await anEvaluation(server);
      const [one] = await server.sql<{ name: string; project_name: string; dataset_id: number }>(
        'SELECT * FROM experiments WHERE id = $1',
        [evaluation.experiment_id],
      );
      const other = await anExperiment(server);
      const [project] = await server.sql<{ id: number }>(
        'SELECT id FROM projects WHERE name = $1',
        [one!.project_name],
      );
      const span = await aSpan(server, { project_id: project!.id });
      const experimentIds = [
        globalId('Experiment', other.id),
        globalId('Experiment', evaluation.experiment_id),
        globalId('Experiment', other.id),
      ];
      const { data, errors } = await server.gql<{
        deleteExperiments: { experiments: { id: string }[] };
      }>(DELETE, { input: { experimentIds } });
      expect(errors).toBeUndefined();
      const deleted = data!.deleteExperiments.experiments;
      expect(deleted.map(({ id }) => id).toSorted()).toEqual(
        [...new Set(experimentIds)].toSorted(),
      );
      expect(deleted).toContainEqual({
        id: globalId('Experiment', evaluation.experiment_id),
        name: one!.name,
        runCount: 0,
        sequenceNumber: 0,
        dataset: { id: globalId('Dataset', one!.dataset_id) },
      });
      expect(await server.sql('SELECT id FROM spans WHERE id = $1', [span.id])).toEqual([]);
      const left = await server.sql('SELECT id FROM projects WHERE name = ANY($1)', [
        [one!.project_name, other.project_name],
      ]);
      expect(left).toEqual([]);
    });

    it('deletes none if one does not exist', async () => {
      const { id } = await anExperiment(server);
      for (const [wrong, code] of [
        [globalId('Experiment', 999999), 'NOT_FOUND'],
        [globalId('Dataset', 1), 'BAD_USER_INPUT'],
        ['x', 'BAD_USER_INPUT'],
      ] as const) {
        const input = { experimentIds: [globalId('Experiment', id), wrong] };
        expect(await refusal(DELETE, { input })).toBe(code);
      }
      const input = { experimentIds: Array(1001).fill(globalId('Experiment', id)) };
      expect(await refusal(DELETE, { input })).toBe('BAD_USER_INPUT');
      expect(await server.sql('SELECT id FROM experiments WHERE id = $1', [id])).toHaveLength(1);
    });

    it('does nothing for an empty list', async () => {
      const { data } = await server.gql(DELETE, { input: { experimentIds: [] } });
      expect(data).toMatchObject({ deleteExperiments: { experiments: [] } });
    });
  });
});
