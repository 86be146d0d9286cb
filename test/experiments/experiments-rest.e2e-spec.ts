import { anExample } from '../support/factories/dataset-example.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('experiments over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  describe('GET /v1/datasets/{id}/experiments', () => {
    const list = async (datasetId: number, query: object = {}) => {
      const url = `/v1/datasets/${globalId('Dataset', datasetId)}/experiments`;
      return (await server.request.get(url).query(query)).body;
    };

    it('lists them newest first, including ephemeral ones, page by page', async () => {
      const { dataset_id } = await anExample(server);
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        const { id } = await anExperiment(server, { dataset_id, is_ephemeral: n === 1 });
        ids.unshift(globalId('Experiment', id));
      }
      await anExperiment(server);
      const first = await list(dataset_id, { limit: 2 });
      expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      expect(first.next_cursor).toBe(ids[2]);
      const second = await list(dataset_id, { limit: 2, cursor: first.next_cursor });
      expect(second.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
      expect(second.next_cursor).toBeNull();
    });

    it('shows the progress of each, with no more queries than for one', async () => {
      const first = await anExample(server);
      const { dataset_id } = first;
      const second = await anExample(server, { dataset_id });
      for (let n = 0; n < 5; n++) {
        const { id } = await anExperiment(server, { dataset_id, repetitions: 2 });
        await aRun(server, { experiment_id: id, example_id: first.id });
        await aRun(server, {
          experiment_id: id,
          example_id: first.id,
          repetition_number: 2,
          error: '',
        });
        await aRun(server, { experiment_id: id, example_id: second.id });
      }
      const five = await server.countQueries(() => list(dataset_id));
      expect(five.result.data).toHaveLength(5);
      for (const item of five.result.data) {
        expect(item).toMatchObject({
          example_count: 2,
          successful_run_count: 2,
          failed_run_count: 1,
          missing_run_count: 1,
        });
      }
      const one = await server.countQueries(() => list(dataset_id, { limit: 1 }));
      expect(five.statements).toHaveLength(one.statements.length);
    });

    it.each([
      ['fake-id-0a1b2c3d', '', 422],
      [globalId('DatasetVersion', 1), '', 404],
      [globalId('Dataset', 1), '?limit=0', 422],
      [globalId('Dataset', 1), '?limit=x', 422],
      [globalId('Dataset', 1), '?cursor=x', 422],
      [globalId('Dataset', 1), `?cursor=${globalId('Dataset', 1)}`, 422],
    ])('responds to %s%s with %i', async (id, query, status) => {
      const response = await server.request.get(`/v1/datasets/${id}/experiments${query}`);
      expect(response.status).toBe(status);
    });

    it('is empty for an unknown dataset', async () => {
      expect(await list(999999)).toEqual({ data: [], next_cursor: null });
    });
  });

  describe('one experiment', () => {
    const url = (id: number) => `/v1/experiments/${globalId('Experiment', id)}`;

    it('counts what is missing, whatever else has been stored', async () => {
      const { experiment_id } = await aRun(server);
      const [run] = await server.sql<{ example_id: number }>(
        'SELECT example_id FROM experiment_runs WHERE experiment_id = $1',
        [experiment_id],
      );
      // Older versions stored any repetition, and examples may be added after the experiment.
      await aRun(server, { experiment_id, example_id: run!.example_id, repetition_number: 7 });
      await server.sql('UPDATE experiments SET repetitions = 3 WHERE id = $1', [experiment_id]);
      const [experiment] = await server.sql<{ dataset_id: number }>(
        'SELECT dataset_id FROM experiments WHERE id = $1',
        [experiment_id],
      );
      const later = await anExample(server, { dataset_id: experiment!.dataset_id });
      await aRun(server, { experiment_id, example_id: later.id });
      const { status, body } = await server.request.get(url(experiment_id));
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ successful_run_count: 3, missing_run_count: 2 });
    });

    it('changes the given fields and its time', async () => {
      const { id, name } = await anExperiment(server, { metadata: { a: 1, b: 2 } });
      await server.sql(
        "UPDATE experiments SET updated_at = '2026-01-01', created_at = '2026-01-01'",
      );
      const described = await server.request.patch(url(id)).send({ description: 'd', x: 1 });
      expect(described.status).toBe(200);
      expect(described.body.data).toMatchObject({
        name,
        description: 'd',
        metadata: { a: 1, b: 2 },
      });
      expect(described.body.data.updated_at > '2026-01-02').toBe(true);
      const renamed = await server.request
        .patch(url(id))
        .send({ name: 'other', description: null, metadata: { c: 3 } });
      expect(renamed.body.data).toMatchObject({
        name: 'other',
        description: null,
        metadata: { c: 3 },
      });
      expect((await server.request.get(url(id))).body.data).toEqual(renamed.body.data);
    });

    it.each([
      [{ name: null, description: 'd' }],
      [{ metadata: null, name: 'n' }],
      [{ metadata: [] }],
      [{ metadata: 'x' }],
      [{ name: '' }],
      [{ name: ' \n' }],
      [{ name: 5 }],
      [{ name: 'a\0' }],
      [{ name: 'é'.repeat(513) }],
      [{ description: 5 }],
      [{}],
      [{ unknown: 1 }],
      [[]],
    ])('is not changed by %j', async (body) => {
      const { id } = await anExperiment(server);
      const before = await server.request.get(url(id));
      expect((await server.request.patch(url(id)).send(body)).status).toBe(422);
      expect((await server.request.get(url(id))).body).toEqual(before.body);
    });

    it('is deleted with everything in it, and with its project only if requested', async () => {
      const evaluation = await anEvaluation(server);
      const { experiment_id: id } = evaluation;
      const { body } = await server.request.get(url(id));
      const project = `/v1/projects/${body.data.project_name}`;
      expect((await server.request.delete(url(id))).status).toBe(204);
      expect((await server.request.delete(url(id))).status).toBe(404);
      expect((await server.request.get(url(id))).status).toBe(404);
      expect((await server.request.get(project)).status).toBe(200);
      expect((await server.request.get(`${url(id)}/runs`)).body).toEqual({
        data: [],
        next_cursor: null,
      });
      const left = await server.sql(
        'SELECT id FROM experiment_run_annotations WHERE experiment_id = $1',
        [id],
      );
      expect(left).toEqual([]);

      const other = await anExperiment(server);
      const otherProject = `/v1/projects/${other.project_name}`;
      expect((await server.request.get(otherProject)).status).toBe(200);
      const asked = await server.request.delete(`${url(other.id)}?delete_project=true`);
      expect([asked.status, asked.text]).toEqual([204, '']);
      expect((await server.request.get(otherProject)).status).toBe(404);
    });

    it('is deleted even if its project no longer exists', async () => {
      const { id } = await anExperiment(server, { project_name: null });
      const { status } = await server.request.delete(`${url(id)}?delete_project=yes`);
      expect(status).toBe(204);
    });

    it.each(['get', 'patch', 'delete'] as const)('is not found with %s', async (method) => {
      const answers = [
        'fake-id-0a1b2c3d',
        globalId('Dataset', 1),
        globalId('Experiment', 999999),
      ].map(async (id) => {
        const response = await server.request[method](`/v1/experiments/${id}`).send({
          name: 'n',
        });
        return `${response.status} ${response.type}`;
      });
      expect(await Promise.all(answers)).toEqual([
        '422 text/plain',
        '404 text/plain',
        '404 text/plain',
      ]);
      const bodiless = await server.request[method]('/v1/experiments/fake-id-0a1b2c3d');
      expect(bodiless.status).toBe(422);
    });
  });
});
