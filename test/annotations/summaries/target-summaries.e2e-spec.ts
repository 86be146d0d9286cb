import { aTargetToAnnotate } from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const SUMMARY =
  'name count labels labelFractions { label fraction } meanScore scoreCount labelCount';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each([
  { kind: 'span', list: 'spans(first: 100)' },
  { kind: 'trace', list: 'traces(first: 100, sort: { col: startTime, dir: asc })' },
  { kind: 'session', list: 'sessions(first: 100, sort: { col: startTime, dir: asc })' },
] as const)('summaries of the annotations of a $kind', ({ kind, list }) => {
  let projectId: number;

  beforeEach(async () => {
    await emptyDatabase(server);
    projectId = (await aProject(server, { name: 'app' })).id;
  });

  const aTarget = () => aTargetToAnnotate(server, kind, { project_id: projectId });

  const query = (filter: string) =>
    server.gql<{ project: { list: { edges: { node: { summaries: unknown[] } }[] } } }>(
      `{ project: getProjectByName(name: "app") { list: ${list} { edges { node {
           summaries: ${kind}AnnotationSummaries${filter} { ${SUMMARY} } } } } } }`,
    );

  async function read(filter = ''): Promise<unknown[][]> {
    const { data, errors } = await query(filter);
    expect(errors).toBeUndefined();
    return data!.project.list.edges.map(({ node }) => node.summaries);
  }

  it('are plain means, by name, without notes', async () => {
    const { annotate } = await aTarget();
    await annotate({ name: 'note', score: 5 });
    await annotate({ name: 'b', score: 2 });
    await annotate({ name: 'a', identifier: '1', score: 1, label: 'good' });
    await annotate({ name: 'a', identifier: '2', score: 0.5, label: 'bad' });
    await annotate({ name: 'a', identifier: '3', label: 'good' });
    await annotate({ name: 'a', identifier: '4' });
    await aTarget();
    expect(await read()).toEqual([
      [
        {
          name: 'a',
          count: 4,
          labels: ['good', 'bad'],
          labelFractions: [
            { label: 'good', fraction: 2 / 3 },
            { label: 'bad', fraction: 1 / 3 },
          ],
          meanScore: 0.75,
          scoreCount: 2,
          labelCount: 3,
        },
        {
          name: 'b',
          count: 1,
          labels: [],
          labelFractions: [],
          meanScore: 2,
          scoreCount: 1,
          labelCount: 0,
        },
      ],
      [],
    ]);
  });

  it('handle the largest scores', async () => {
    const { annotate } = await aTarget();
    await annotate({ score: 1.7e308 });
    await annotate({ identifier: 'again', score: 1.7e308 });
    expect(await read()).toEqual([[expect.objectContaining({ meanScore: 1.7e308 })]]);
  });

  it('can be filtered', async () => {
    const { annotate } = await aTarget();
    await annotate({ name: 'a', score: 1, source: 'API' });
    await annotate({ name: 'a', identifier: 'app', score: 3, source: 'APP' });
    await annotate({ name: 'b', score: 5 });
    const scores = async (filter: string) =>
      (await read(`(filter: ${filter})`))
        .flat()
        .map((summary) => (summary as { meanScore: number }).meanScore);
    expect(await scores('{ include: { names: ["a"] } }')).toEqual([2]);
    expect(await scores('{ include: { sources: [APP] } }')).toEqual([3]);
    expect(await scores('{ exclude: { names: ["a"] } }')).toEqual([5]);
    expect(await scores('{ include: { userIds: [null] } }')).toEqual([2, 5]);
  });

  it.each(['{}', '{ include: { names: [] } }', '{ include: { userIds: ["x"] } }'])(
    'refuse the filter %s',
    async (filter) => {
      await aTarget();
      const { errors } = await query(`(filter: ${filter})`);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    },
  );

  it('need no more queries for ten than for one', async () => {
    const count = async () => (await server.countQueries(() => read())).statements.length;
    await (await aTarget()).annotate({ score: 1 });
    const one = await count();
    for (let more = 0; more < 9; more++) await (await aTarget()).annotate({ score: more });
    expect(await count()).toBe(one);
  });
});
