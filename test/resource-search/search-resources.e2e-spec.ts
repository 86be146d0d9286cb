import { aDataset } from '../support/factories/dataset.js';
import { anExperiment } from '../support/factories/experiment.js';
import { aProject } from '../support/factories/project.js';
import { startTestServer, type TestServer } from '../support/server.js';

interface Resource {
  __typename: string;
  name: string;
}

describe('searchResources', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    for (let n = 1; n < 8; n++) await aProject(server, { name: `Refund bot ${n}` });
    await aProject(server, { name: 'other', description: 'answers REFUNDS' });
    await aProject(server, { name: 'unrelated', description: null });
    await aProject(server, { name: '100%_東京' });
    const { id } = await aDataset(server, { name: 'golden', description: 'for refunds' });
    await aDataset(server, { name: 'refund cases' });
    await server.sql(`INSERT INTO prompts (name, description) VALUES ('refund-prompt', 'x')`);
    const experiment = { dataset_id: id, is_ephemeral: false, project_name: 'Refund bot 0' };
    await anExperiment(server, { ...experiment, name: 'refund experiment' });
    await anExperiment(server, {
      ...experiment,
      name: 'hidden refund',
      project_name: 'none',
      is_ephemeral: true,
    });
  });
  afterAll(() => server.stop());

  async function search(query: string, args = '') {
    const { data, errors } = await server.gql<{ searchResources: Resource[] }>(
      `query ($query: String!) { searchResources(query: $query ${args}) {
         __typename ... on Project { name } ... on Dataset { name } ... on Experiment { name }
         ... on Prompt { name: id } } }`.replace('name: id', 'promptName: name'),
      { query },
    );
    return { found: data?.searchResources ?? [], errors };
  }

  it('finds resources of every type, names before descriptions, newest first', async () => {
    const { found } = await search('reFUND');
    expect(found.map(({ __typename: type, name }) => [type, name])).toEqual([
      ['Project', 'Refund bot 7'],
      ['Project', 'Refund bot 6'],
      ['Project', 'Refund bot 5'],
      ['Project', 'Refund bot 4'],
      ['Project', 'Refund bot 3'],
      ['Dataset', 'refund cases'],
      ['Dataset', 'golden'],
      ['Experiment', 'refund experiment'],
      ['Prompt', undefined],
    ]);
  });

  it('finds one of each type on request', async () => {
    const { found } = await search('refund', ', limitPerType: 1');
    const types = found.map((one) => one.__typename);
    expect(types.toSorted()).toEqual(['Dataset', 'Experiment', 'Project', 'Prompt']);
  });

  it('finds more of each type on request, but not the projects of experiments', async () => {
    const { found } = await search('refund', ', limitPerType: 25');
    const projects = found.filter((one) => one.__typename === 'Project').map(({ name }) => name);
    expect(projects).toHaveLength(8);
    expect(projects.at(-1)).toBe('other');
    expect(projects).not.toContain('Refund bot 0');
  });

  it.each([
    ['%', ['100%_東京']],
    ['_東', ['100%_東京']],
    ['京', ['100%_東京']],
    ["'; DROP TABLE projects; --", []],
    ['\\', []],
    ['\0', []],
    ['\ud800', []],
    ['   ', []],
    ['', []],
    ['x'.repeat(1000), []],
  ])('takes %j literally', async (query, names) => {
    const { found, errors } = await search(query);
    expect(errors).toBeUndefined();
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['refund', ', limitPerType: 0'],
    ['refund', ', limitPerType: 26'],
    ['x'.repeat(1001), ''],
  ])('refuses what is out of bounds', async (query, args) => {
    const { errors } = await search(query, args);
    expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['BAD_USER_INPUT']);
  });
});
