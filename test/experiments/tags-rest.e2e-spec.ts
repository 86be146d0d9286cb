import { anExample } from '../support/factories/dataset-example.js';
import { anExperiment, anExperimentTag } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('tags of experiments', () => {
  let server: TestServer;
  let one: number;
  let other: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    const { dataset_id } = await anExample(server);
    one = (await anExperiment(server, { dataset_id })).id;
    other = (await anExperiment(server, { dataset_id })).id;
  });
  afterAll(() => server.stop());

  const url = (id: number) => `/v1/experiments/${globalId('Experiment', id)}/tags`;
  const set = (id: number, body: object) => server.request.post(url(id)).send(body);
  const names = async (id: number) => {
    const { body } = await server.request.get(url(id));
    return body.data.map((tag: { name: string }) => tag.name);
  };

  it('are set and listed by name', async () => {
    const first = await set(one, { name: 'b-2', description: 'second' });
    expect([first.status, first.body]).toEqual([
      200,
      { data: { id: expect.any(String), name: 'b-2', description: 'second' } },
    ]);
    await set(one, { name: 'a_1' });
    await set(other, { name: 'c' });
    const { body } = await server.request.get(url(one));
    expect(body).toEqual({
      data: [{ id: expect.any(String), name: 'a_1', description: null }, first.body.data],
    });
  });

  it('lose their description if set without one', async () => {
    const first = await set(one, { name: 'a', description: 'x' });
    const second = await set(one, { name: 'a' });
    expect(second.body.data).toEqual({ ...first.body.data, description: null });
  });

  it('move within their dataset, keep their ID, and do not leave the dataset', async () => {
    const { body } = await set(one, { name: 'a' });
    const moved = await set(other, { name: 'a' });
    expect(moved.body.data.id).toBe(body.data.id);
    expect([await names(one), await names(other)]).toEqual([[], ['a']]);
    const foreign = (await anExperiment(server)).id;
    const apart = await set(foreign, { name: 'a' });
    expect(apart.body.data.id).not.toBe(body.data.id);
    expect(await names(other)).toEqual(['a']);
  });

  it('point to one experiment after simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => set(n % 2 ? one : other, { name: 'a' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect([...(await names(one)), ...(await names(other))]).toEqual(['a']);
  });

  it('are removed by ID or name, and only from their own experiment', async () => {
    const { body } = await set(one, { name: 'a' });
    const remove = async (id: number, tag: string) =>
      (await server.request.delete(`${url(id)}/${tag}`)).status;
    expect(await remove(other, 'a')).toBe(204);
    expect(await remove(other, body.data.id)).toBe(204);
    expect(await names(one)).toEqual(['a']);
    expect(await remove(one, body.data.id)).toBe(204);
    expect(await names(one)).toEqual([]);
    await set(one, { name: 'a' });
    expect(await remove(one, 'a')).toBe(204);
    expect(await names(one)).toEqual([]);
    expect(await remove(one, 'a')).toBe(204);
    expect(await remove(one, globalId('ExperimentTag', 999999))).toBe(204);
    expect(await remove(one, 'Not A Name')).toBe(422);
    expect(await remove(one, globalId('Dataset', 1))).toBe(422);
    expect(await remove(999999, 'a')).toBe(404);
  });

  it('cannot make an ephemeral experiment the baseline', async () => {
    await server.sql('UPDATE experiments SET is_ephemeral = true WHERE id = $1', [one]);
    const refused = await set(one, { name: 'baseline' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('ephemeral');
    expect((await set(one, { name: 'other' })).status).toBe(200);
    expect((await set(other, { name: 'baseline' })).status).toBe(200);
  });

  it('are deleted with their experiment', async () => {
    const { id } = await anExperimentTag(server, { experiment_id: one });
    await server.request.delete(`/v1/experiments/${globalId('Experiment', one)}`);
    expect(await server.sql('SELECT id FROM experiment_tags WHERE id = $1', [id])).toEqual([]);
  });

  it.each([
    [{}],
    [{ name: null }],
    [{ name: '' }],
    [{ name: 'Upper' }],
    [{ name: 'a b' }],
    [{ name: '-a' }],
    [{ name: 'a\0' }],
    [{ name: 'é' }],
    [{ name: 'a'.repeat(1025) }],
    [{ name: 5 }],
    [{ name: 'a', description: 5 }],
    [{ name: 'a', description: 'x\0' }],
  ])('cannot be created from %j', async (body) => {
    const { status, type } = await set(one, body);
    expect([status, type]).toEqual([422, 'application/json']);
  });

  it.each([
    ['fake-id-0a1b2c3d', 422],
    [globalId('Dataset', 1), 422],
    [globalId('Experiment', 999999), 404],
  ])('are not found for %s: %i', async (id, status) => {
    const path = `/v1/experiments/${id}/tags`;
    expect((await server.request.get(path)).status).toBe(status);
    expect((await server.request.post(path).send({ name: 'a' })).status).toBe(status);
    expect((await server.request.delete(`${path}/test-tag`)).status).toBe(status);
    expect((await server.request.post('/v1/experiments/fake-id-0a1b2c3d/tags')).status).toBe(422);
  });
});
