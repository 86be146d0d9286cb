import { anExperiment, aRun } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToCompareOn, experimentId, GROUP, type Group } from './comparing.js';

describe("groups of an example's runs", () => {
  let server: TestServer;
  let on: Awaited<ReturnType<typeof aDatasetToCompareOn>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    on = await aDatasetToCompareOn(server);
  });

  const node = (id: string) =>
    server.gql<{ node: Group | null }>(
      `query ($id: ID!) { node(id: $id) { id ... on ExperimentRepeatedRunGroup { ${GROUP} } } }`,
      { id },
    );

  it('are found by ID, even without runs', async () => {
    const [example] = await on.examples(1);
    const { id } = await on.experiment();
    const groupId = globalId('ExperimentRepeatedRunGroup', `${id}:${example!.id}`);
    expect((await node(groupId)).data?.node).toMatchObject({ id: groupId, runs: [] });
    await aRun(server, { experiment_id: id, example_id: example!.id, latency_ms: 5 });
    expect((await node(groupId)).data?.node).toMatchObject({ averageLatencyMs: 5 });
  });

  it('are not found for impossible pairs', async () => {
    const [example] = await on.examples(1);
    const { id } = await on.experiment();
    const foreign = await anExperiment(server);
    for (const key of [
      `${id}:999999`,
      `999999:${example!.id}`,
      `${foreign.id}:${example!.id}`,
      `${id}`,
      `${id}:`,
      `${id}:${example!.id}:1`,
      `${id}: ${example!.id}`,
      `${'9'.repeat(30)}:1`,
      '-1:1',
      '1:1; DROP TABLE experiments',
    ]) {
      const { errors } = await node(globalId('ExperimentRepeatedRunGroup', key));
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });

  it('are shown for an example, one per requested experiment', async () => {
    const [example] = await on.examples(1);
    const one = await on.experiment();
    const two = await on.experiment();
    await aRun(server, { experiment_id: two.id, example_id: example!.id, latency_ms: 5 });
    const ofExample = (experimentIds: string[]) =>
      server.gql<{ node: { experimentRepeatedRunGroups: Group[] } }>(
        `query ($id: ID!, $ids: [ID!]!) { node(id: $id) { ... on DatasetExample {
             experimentRepeatedRunGroups(experimentIds: $ids) { ${GROUP} } } } }`,
        { id: globalId('DatasetExample', example!.id), ids: experimentIds },
      );
    const groups = async (experimentIds: string[]) =>
      (await ofExample(experimentIds)).data?.node.experimentRepeatedRunGroups;
    expect(await groups([two.id, one.id].map(experimentId))).toMatchObject([
      { experimentId: experimentId(two.id), averageLatencyMs: 5 },
      { experimentId: experimentId(one.id), averageLatencyMs: null },
    ]);
    expect(await groups([])).toEqual([]);
    const code = async (ids: string[]) => (await ofExample(ids)).errors?.[0]?.extensions.code;
    expect(await code([globalId('Dataset', one.id)])).toBe('BAD_USER_INPUT');
    expect(await code([experimentId(999_999)])).toBe('NOT_FOUND');
    expect(await code([experimentId((await anExperiment(server)).id)])).toBe('BAD_REQUEST');
    expect(await code(Array.from({ length: 51 }, () => experimentId(one.id)))).toBe('BAD_REQUEST');
  });
});
